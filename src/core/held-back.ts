import { answerWords, refusalOf } from './answers.ts';
import { blockersOf, blockersText } from './blockers.ts';
import { isVerified } from './goal.ts';
import { standingAlerts } from './marks.ts';
import type { IterationState, LoopState } from './state.ts';

/**
 * Why the judge would not hand an iteration out: whoever wants it all the same gives a reason, which is kept. Null
 * where nothing speaks against it; a verified one that was only not better than another is free to be had.
 */
export function heldBack(state: LoopState, iteration: IterationState): string | null {
  if (iteration.n === 0 || iteration.byHand) return null;
  const blockers = blockersOf(state, iteration);
  if (blockers.length > 0) return blockersText(blockers);
  const refusal = refusalOf(state, iteration.n);
  if (refusal) return answerWords(refusal);
  const critical = standingAlerts(state, iteration).filter(({ severity }) => severity === 'critical');
  if (critical.length > 0) return critical.map(({ message }) => message).join('; ');
  const undone = iteration.decision?.action === 'rollback' && !isVerified(state, iteration);
  return undone ? `it was rolled back: ${iteration.decision?.reason}` : null;
}
