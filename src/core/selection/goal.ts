import { allHold } from '../criteria/verdict.ts';
import { blockersOf } from '../findings/blockers.ts';
import { metricValue } from '../metrics/metrics.ts';
import type { Ending } from '../state/decision.ts';
import type { IterationState, LoopState } from '../state/state.ts';

/** The custom metric that holds the number of `goal.command`. */
export const OBJECTIVE = 'objective';

/** The loop goes on after its criteria hold: to raise the score, or a number of its own. */
export function isImproving(state: LoopState): boolean {
  return state.settings.goal.mode !== 'satisfy';
}

export function isOptimising(state: LoopState): boolean {
  return state.settings.goal.mode === 'maximize' || state.settings.goal.mode === 'minimize';
}

/** Its criteria hold and nothing stands between it and completion. */
export function isVerified(state: LoopState, iteration: IterationState | undefined): boolean {
  return (
    Boolean(iteration?.verdicts) &&
    allHold(iteration?.verdicts ?? []) &&
    blockersOf(state, iteration as IterationState).length === 0
  );
}

/**
 * Whether checks that hold show that the task is done. Those that nobody named and that held before any work do not: they hold
 * whatever the agent does or leaves undone.
 */
export function canShowDone(state: LoopState): boolean {
  const before = state.iterations[0]?.verdicts;
  return isImproving(state) || state.criteriaFrom === 'named' || !before || !allHold(before);
}

/** A loop that refines or optimises and has a verified best ends completed, no matter what ended it; every other loop ends as decided. */
export function endingFor(state: LoopState, best: number | null, ending: Ending, reason: string) {
  if (best === null || !isImproving(state) || !isVerified(state, state.iterations[best])) return { ending, reason };
  return { ending: 'completed' as const, reason: `${reason}; iteration ${best} is verified and kept` };
}

/** What this goal ranks iterations by, higher is better: the score, or the objective; null if unknown. */
export function worthOf(state: LoopState, iteration: IterationState): number | null {
  if (!isOptimising(state)) return iteration.score;
  const value = objectiveOf(iteration);
  return value === null ? null : state.settings.goal.mode === 'maximize' ? value : -value;
}

export function objectiveOf({ metrics }: IterationState): number | null {
  return metrics && metricValue(metrics, `custom.${OBJECTIVE}`);
}

/**
 * How much better one iteration is than another: in points of the score, or as a share of the earlier objective.
 * Null if either is unknown.
 */
export function gainOver(state: LoopState, current: IterationState, earlier: IterationState): number | null {
  const [now, before] = [worthOf(state, current), worthOf(state, earlier)];
  if (now === null || before === null) return null;
  const gain = now - before;
  if (!isOptimising(state)) return round(gain);
  return before === 0 ? Math.sign(gain) : round(gain / Math.abs(before));
}

const round = (value: number) => Math.round(value * 1e6) / 1e6;
