import { allHold } from '../criteria/verdict.ts';
import { type Blocker, blockersOf } from '../findings/blockers.ts';
import { isRefused } from '../people/answers.ts';
import { bestOf } from '../selection/best.ts';
import { isDone, isImproving } from '../selection/goal.ts';
import { outcomes } from '../state/outcome.ts';
import type { IterationState, LoopState } from '../state/state.ts';

export interface OpenQuestion {
  iteration: IterationState;
  blockers: Blocker[];
  /** As the gate asked it; null if none is open. */
  question: string | null;
}

/**
 * What a person may answer: the open gate; without one, what holds back the latest iteration whose criteria hold, else the
 * last iteration. A loop that is over asks nothing.
 */
export function openQuestion(state: LoopState): OpenQuestion | null {
  if (state.ended && !outcomes[state.ended.ending].resumable) return null;
  if (state.gate) {
    const { iteration: n, question, blockers } = state.gate;
    const iteration = state.iterations[n] as IterationState;
    const currentBlockers = blockersOf(state, iteration);
    const listed = blockers.map((id) => ({ id, text: currentBlockers.find((one) => one.id === id)?.text ?? '' }));
    return { iteration, blockers: listed, question };
  }
  const last = state.iterations.findLast(({ verdicts }) => verdicts !== null);
  const iteration = awaitingApproval(state) ?? last;
  if (!iteration || isRefused(state, iteration.n)) return null;
  const blockers = blockersOf(state, iteration);
  return blockers.length === 0 ? null : { iteration, blockers, question: null };
}

/** Its criteria hold and only a person's approval is missing; what came before a tree made by hand is never kept. */
function awaitingApproval(state: LoopState): IterationState | undefined {
  const ground = state.iterations.findLast(({ byHand }) => byHand)?.n ?? 0;
  return state.iterations.findLast(
    (one) => one.n > ground && isHeld(one) && !isRefused(state, one.n) && blockersOf(state, one).length > 0,
  );
}

/** An approval is all that it takes. */
export function isHeld({ verdicts }: IterationState): boolean {
  return allHold(verdicts ?? []);
}

/** A resumed loop needs no further iteration: what held it back was approved, or called a false alarm. */
export function needsNoMore(state: LoopState): boolean {
  if (isImproving(state) || !state.iterations.some(({ snapshot, verdicts }) => snapshot && verdicts)) return false;
  return isDone(state, state.iterations[bestOf(state)]);
}
