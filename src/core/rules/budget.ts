import { budgetSpent } from '../agents/spending.ts';
import { stopAs } from './endings.ts';
import { unfinished } from './in-the-way.ts';
import type { Rule } from './rule.ts';

/** Tokens, US$ and agent minutes over all sessions. */
export const budget: Rule = {
  name: 'budget',
  essential: true,
  judge(evidence) {
    const { state } = evidence;
    const spent = budgetSpent(state.spent, state.settings.limits);
    if (spent === null) return null;
    return stopAs(evidence, 'budget', `${spent}${unfinished(evidence)}`, 1);
  },
};
