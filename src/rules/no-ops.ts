import { isNoop } from '../core/state.ts';
import type { Rule } from './rule.ts';

/** An iteration that changes nothing is a failure with a diagnosis, not progress. */
export const noOps: Rule = {
  name: 'no-ops',
  judge({ current, state, window }) {
    const { maxNoops } = state.settings.rules;
    const recent = window.slice(-maxNoops);
    if (recent.length < maxNoops || !recent.every(isNoop)) return null;
    return {
      action: 'stop',
      ending: 'no-ops',
      reason: `the agent changed nothing ${maxNoops} times in a row (last run: ${current.agent?.reason ?? 'no run'})`,
      confidence: 0.95,
    };
  },
};
