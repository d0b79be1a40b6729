import { allHold } from '../criteria/verdict.ts';
import { blockersOf } from '../findings/blockers.ts';
import { metricValue } from '../metrics/metrics.ts';
import type { Ending } from '../state/decision.ts';
import { showsDone, whatIsMissing } from '../state/shown-by.ts';
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

/** Files that an agent outside may not change are not put back for it: what was judged must be what lies there. */
function isAsJudged({ n, reverted }: IterationState): boolean {
  return n > 0 && reverted === null;
}

/** It completes the loop: what it must show is shown, and nothing stands in the way. */
export function isDone(state: LoopState, iteration: IterationState | undefined): boolean {
  if (iteration === undefined || (state.agent.isOutside && !isAsJudged(iteration))) return false;
  return isVerified(state, iteration) && showsDone(state, iteration);
}

/**
 * A loop that refines or optimises and has a verified best ends completed, no matter what ended it. One whose best is held by checks
 * that do not show the task ends as that. Every other loop ends as decided.
 */
export function endingFor(
  state: LoopState,
  best: number | null,
  ending: Ending,
  reason: string,
): { ending: Ending; reason: string } {
  const kept = best === null ? undefined : state.iterations[best];
  if (!kept || !isVerified(state, kept)) return { ending, reason };
  if (isImproving(state)) return { ending: 'completed', reason: `${reason}; iteration ${best} is verified and kept` };
  if (kept.n === 0 || kept.byHand || !MAY_END_UNSHOWN.has(ending) || showsDone(state, kept)) return { ending, reason };
  return { ending: 'not-shown', reason: `${reason}; ${unshownText(kept)}` };
}

const MAY_END_UNSHOWN: ReadonlySet<Ending> = new Set([
  'iteration-limit',
  'time-limit',
  'budget',
  'stalled',
  'cycling',
  'no-ops',
]);

/** Of an iteration whose checks hold. */
export function unshownText(iteration: IterationState): string {
  return `checks still pass, task not shown to be done: ${whatIsMissing(iteration)}`;
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
