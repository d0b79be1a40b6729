import { gainOver, isVerified } from '../selection/goal.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import { isAtWork, stopAs } from './endings.ts';
import { mayStop, type Rule } from './rule.ts';

/** Refining or optimising: over the last few iterations hardly anything was gained. */
export const improvementPlateau: Rule = {
  name: 'improvement-plateau',
  judge(evidence) {
    const { state, window } = evidence;
    const { plateauWindow, plateauThreshold } = state.settings.rules;
    const recent = window.slice(-plateauWindow);
    if (!isAtWork(evidence) || !mayStop(evidence) || recent.length < plateauWindow) return null;
    const gains = recent.map((iteration) => gainOf(state, iteration));
    const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
    if (mean >= plateauThreshold) return null;
    const reason = `mean improvement of the last ${plateauWindow} iterations ${mean.toFixed(3)} < ${plateauThreshold}`;
    return stopAs(evidence, 'completed', reason, 0.85);
  },
};

/** What an iteration added over the tree it started from; what was not kept added nothing. */
function gainOf(state: LoopState, iteration: IterationState): number {
  const previous = state.iterations[iteration.parent ?? -1];
  if (!previous || !isVerified(state, iteration)) return 0;
  if (!isVerified(state, previous)) return 1;
  return Math.max(0, gainOver(state, iteration, previous) ?? 0);
}
