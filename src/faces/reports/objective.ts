import { isOptimising, objectiveOf } from '../../core/selection/goal.ts';
import type { IterationState, LoopState } from '../../core/state/state.ts';

/** `minimize  cat size.txt`: the goal after the criteria hold; null if the loop stops then. */
export function goalText({ settings: { goal } }: LoopState): string | null {
  if (goal.mode === 'satisfy') return null;
  return goal.command === undefined ? goal.mode : `${goal.mode}  ${goal.command}`;
}

/** `objective 300→250`, compared with the parent iteration; null if the loop has no objective. */
export function objectivePart(iteration: IterationState, state: LoopState): string | null {
  if (!isOptimising(state)) return null;
  const parent = iteration.parent === null ? undefined : state.iterations[iteration.parent];
  return `objective ${movement(parent && objectiveOf(parent), objectiveOf(iteration), '→')}`;
}

/** `objective 400 → 150`, from the baseline to the best iteration. */
export function objectiveMoved(state: LoopState, best: IterationState, arrow: string): string | null {
  const first = state.iterations[0];
  if (!isOptimising(state) || !first) return null;
  return `objective ${movement(objectiveOf(first), objectiveOf(best), ` ${arrow} `)}`;
}

/** The objective of an iteration; null if the loop has none. */
export function objectiveText(iteration: IterationState, state: LoopState): string | null {
  return isOptimising(state) ? formatNumber(objectiveOf(iteration)) : null;
}

function movement(before: number | null | undefined, after: number | null, arrow: string): string {
  return before === undefined || before === after
    ? formatNumber(after)
    : `${formatNumber(before)}${arrow}${formatNumber(after)}`;
}

const formatNumber = (value: number | null) => (value === null ? 'unknown' : String(Number(value.toFixed(4))));
