import type { Rule } from './rule.ts';

/** The agent says why it cannot go on, and a person is asked. */
export const blocked: Rule = {
  name: 'blocked',
  judge({ current, state }) {
    const reason = current.agent?.blocked;
    if (!reason || current.n <= state.rulesSince) return null;
    return { action: 'escalate', ending: 'blocked', reason: `the agent reports: ${reason}`, confidence: 1 };
  },
};
