import { launches } from '../core/state.ts';
import type { Rule } from './rule.ts';

export const iterationLimit: Rule = {
  name: 'iteration-limit',
  essential: true,
  judge({ state }) {
    const { maxIterations } = state.settings.limits;
    const used = launches(state);
    if (used < maxIterations) return null;
    return {
      action: 'stop',
      ending: 'iteration-limit',
      reason: `${used} of ${maxIterations} iterations used and the criteria do not hold`,
      confidence: 1,
    };
  },
};
