import { isImproving, isVerified } from '../core/goal.ts';
import type { Rule } from './rule.ts';

/** Completion is what verification says, never what the agent claims; and not while something the baseline had is lost. */
export const criteriaHold: Rule = {
  name: 'criteria-hold',
  essential: true,
  judge({ current, state }) {
    if (isImproving(state) || !isVerified(state, current)) return null;
    const count = current.verdicts?.length ?? 0;
    const what = count === 1 ? 'the criterion holds' : `all ${count} criteria hold`;
    return {
      action: 'complete',
      ending: 'completed',
      reason: current.n === 0 ? `${what} before any work` : `${what} at iteration ${current.n}`,
      confidence: 1,
    };
  },
};
