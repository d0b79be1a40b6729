import { blockersOf, blockersText } from '../findings/blockers.ts';
import { criticalAlerts } from '../findings/marks.ts';
import { answerWords, refusalOf } from '../people/answers.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import { isVerified } from './goal.ts';

/**
 * Why the judge would not release an iteration: a person who wants it anyway gives a reason, which is recorded. Null
 * if nothing objects; a verified one that was only not better than another is free to use.
 */
export function whyHeldBack(state: LoopState, iteration: IterationState): string | null {
  if (iteration.n === 0 || iteration.byHand) return null;
  const blockers = blockersOf(state, iteration);
  if (blockers.length > 0) return blockersText(blockers);
  const refusal = refusalOf(state, iteration.n);
  if (refusal) return answerWords(refusal);
  const critical = criticalAlerts(state, iteration);
  if (critical.length > 0) return critical.map(({ message }) => message).join('; ');
  const undone = iteration.decision?.action === 'rollback' && !isVerified(state, iteration);
  return undone ? `it was rolled back: ${iteration.decision?.reason}` : null;
}

/** Whether something critical, or anything that blocks completion, stands against what the agent did. */
export function isCaught(state: LoopState, iteration: IterationState): boolean {
  if (iteration.n === 0 || iteration.byHand) return false;
  return blockersOf(state, iteration).length > 0 || criticalAlerts(state, iteration).length > 0;
}
