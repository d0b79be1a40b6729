import { failing } from './minimum-iterations.ts';
import type { Rule } from './rule.ts';

/** The last rule: nothing speaks against another iteration. */
export const carryOn: Rule = {
  name: 'continue',
  essential: true,
  judge({ current }) {
    return { action: 'continue', reason: failing(current.verdicts ?? []), confidence: 0.7 };
  },
};
