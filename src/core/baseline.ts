import type { IterationState, LoopState } from './state.ts';

/** What losses are measured against: iteration 0, or the latest tree that a person made by hand. */
export function baselineFor(state: LoopState, n: number): IterationState | undefined {
  return state.iterations.slice(0, n).findLast((iteration) => iteration.byHand) ?? state.iterations[0];
}
