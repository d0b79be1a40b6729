import { inTheWay } from './in-the-way.ts';
import type { Rule } from './rule.ts';

export const minimumIterations: Rule = {
  name: 'minimum-iterations',
  judge(evidence) {
    const { current, state } = evidence;
    const { minIterations } = state.settings.rules;
    if (current.n >= minIterations) return null;
    return { action: 'continue', reason: inTheWay(evidence), confidence: 0.9 };
  },
};
