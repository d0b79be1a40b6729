import type { Rule } from './rule.ts';

export const timeLimit: Rule = {
  name: 'time-limit',
  essential: true,
  judge({ state }) {
    const { timeoutMinutes } = state.settings.limits;
    if (state.activeMs < timeoutMinutes * 60_000) return null;
    return {
      action: 'stop',
      ending: 'time-limit',
      reason: `${timeoutMinutes} minutes of running time used and the criteria do not hold`,
      confidence: 1,
    };
  },
};
