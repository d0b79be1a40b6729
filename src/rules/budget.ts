import { budgetSpent } from '../core/spending.ts';
import type { Rule } from './rule.ts';

/** Tokens, US$ and agent minutes over all sessions. */
export const budget: Rule = {
  name: 'budget',
  essential: true,
  judge({ state }) {
    const spent = budgetSpent(state.spent, state.settings.limits);
    if (spent === null) return null;
    return { action: 'stop', ending: 'budget', reason: `${spent} and the criteria do not hold`, confidence: 1 };
  },
};
