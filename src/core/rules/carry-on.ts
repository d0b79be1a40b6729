import { inTheWay } from './in-the-way.ts';
import type { Rule } from './rule.ts';

/** The last rule: no other rule objected to another iteration. */
export const carryOn: Rule = {
  name: 'continue',
  essential: true,
  judge(evidence) {
    return { action: 'continue', reason: inTheWay(evidence), confidence: 0.7 };
  },
};
