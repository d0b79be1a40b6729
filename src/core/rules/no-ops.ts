import { isNoop } from '../state/state.ts';
import { stopAs } from './endings.ts';
import type { Rule } from './rule.ts';

/** An iteration that changes nothing is a failure with a diagnosis, not progress. */
export const noOps: Rule = {
  name: 'no-ops',
  judge(evidence) {
    const { current, state, window } = evidence;
    const { maxNoops } = state.settings.rules;
    const recent = window.slice(-maxNoops);
    if (recent.length < maxNoops || !recent.every(isNoop)) return null;
    const last = current.agent?.reason ?? 'no run';
    return stopAs(evidence, 'no-ops', `the agent changed nothing ${maxNoops} times in a row (last run: ${last})`, 0.95);
  },
};
