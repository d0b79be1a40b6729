import { isNoop } from '../state/state.ts';
import type { Rule } from './rule.ts';

const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;

/** What cannot be found, started, signed in or paid for will not be next time either. */
export const agentCannotRun: Rule = {
  name: 'agent-cannot-run',
  judge({ current, state }) {
    const run = current.agent;
    if (!run || current.n <= state.rulesSince) return null;
    const shellRefused = (run.exitCode === NOT_FOUND || run.exitCode === NOT_EXECUTABLE) && isNoop(current);
    const refused = (run.error?.kind === 'auth' || run.error?.kind === 'billing') && isNoop(current);
    if (run.outcome !== 'not-started' && !shellRefused && !refused) return null;
    return {
      action: 'stop',
      ending: 'agent-cannot-run',
      reason: `the agent could not be run: ${run.reason}`,
      confidence: 0.95,
    };
  },
};
