import { canShowDone, isImproving, isVerified } from '../selection/goal.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import type { Rule } from './rule.ts';

/**
 * Completion is what verification says, never what the agent claims; and not while something the baseline had is lost. An
 * earlier iteration that was held back completes it too, once a person has accepted what held it.
 */
export const criteriaHold: Rule = {
  name: 'criteria-hold',
  essential: true,
  judge({ current, state, best }) {
    if (isImproving(state) || !canShowDone(state)) return null;
    const verified = isVerified(state, current) ? current : acceptedSince(state, best);
    if (!verified) return null;
    const count = verified.verdicts?.length ?? 0;
    const what = count === 1 ? 'the criterion holds' : `all ${count} criteria hold`;
    return {
      action: 'complete',
      ending: 'completed',
      reason:
        verified.n === 0 ? `already met, nothing to do: ${what} before any work` : `${what} at iteration ${verified.n}`,
      confidence: 1,
    };
  },
};

/** One that a hook let go on, although its criteria held, was not held back. */
function acceptedSince(state: LoopState, best: number): IterationState | null {
  const candidate = state.iterations[best];
  return candidate?.decision && candidate.decision.action !== 'continue' && isVerified(state, candidate)
    ? candidate
    : null;
}
