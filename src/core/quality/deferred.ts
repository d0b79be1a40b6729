import { partsOf } from '../criteria/measured-from.ts';
import { type DeferrablePart, deferrableParts, type Metrics } from '../metrics/metrics.ts';
import type { LoopState } from '../state/state.ts';
import type { TaskType } from '../state/task-type.ts';

/** What a task is about is measured in every iteration. */
const ABOUT: Partial<Record<TaskType, DeferrablePart>> = { lint: 'lint', 'type-fix': 'types' };

/**
 * The parts of the metrics that took longer than `metrics.slowSeconds` at the baseline and that nothing decides by: no
 * criterion, no goal, not the kind of task. They are measured at the baseline and at the end, and score nothing in the
 * whole loop, so that all its scores are made of the same components.
 */
export function partsToDefer(state: Pick<LoopState, 'settings' | 'criteria' | 'taskType'>, { costMs }: Metrics) {
  const { everyIteration, slowSeconds } = state.settings.metrics;
  if (everyIteration || state.settings.goal.mode === 'refine') return [];
  const deciding = new Set(state.criteria.flatMap((one) => (one.kind === 'metric' ? partsOf(one.metric) : [])));
  return deferrableParts.filter(
    (part) => (costMs?.[part] ?? 0) > slowSeconds * 1000 && !deciding.has(part) && ABOUT[state.taskType] !== part,
  );
}

/** What was put off at the baseline. It holds for the whole loop, whatever the settings say later. */
export function deferredIn({ iterations }: Pick<LoopState, 'iterations'>): readonly DeferrablePart[] {
  return iterations[0]?.metrics?.deferred ?? [];
}

/** The metrics as they count in the score. */
export function scoredMetrics(state: Pick<LoopState, 'iterations'>, metrics: Metrics): Metrics {
  const parts = deferredIn(state);
  return parts.length === 0 ? metrics : { ...metrics, ...Object.fromEntries(parts.map((part) => [part, null])) };
}

/** Why a part is unknown between the baseline and the end. */
export function whyDeferred(part: DeferrablePart, { costMs }: Metrics): string {
  const seconds = Math.round((costMs?.[part] ?? 0) / 1000);
  return `${part}: it took ${seconds} s at the baseline and no criterion needs it, so it is measured again at the end (metrics.everyIteration changes that)`;
}
