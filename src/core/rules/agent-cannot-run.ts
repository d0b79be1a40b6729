import { type IterationState, isNoop } from '../state/state.ts';
import type { Rule } from './rule.ts';

const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;

/**
 * What cannot be found, started, signed in or paid for will not be next time either; and what crashes before any run of the
 * loop has done anything is set up wrong. A later crash without work is a no-op.
 */
export const agentCannotRun: Rule = {
  name: 'agent-cannot-run',
  judge({ current, state, window }) {
    const run = current.agent;
    if (!run || current.n <= state.rulesSince) return null;
    const shellRefused = (run.exitCode === NOT_FOUND || run.exitCode === NOT_EXECUTABLE) && isNoop(current);
    const refused = (run.error?.kind === 'auth' || run.error?.kind === 'billing') && isNoop(current);
    const crashed = didCrash(run) && window.every(isNoop);
    if (run.outcome !== 'not-started' && !shellRefused && !refused && !crashed) return null;
    return {
      action: 'stop',
      ending: 'agent-cannot-run',
      reason: `the agent could not be run: ${run.reason}`,
      confidence: 0.95,
    };
  },
};

function didCrash({ outcome, error, exitCode, usage }: NonNullable<IterationState['agent']>): boolean {
  if (outcome !== 'failed' || (usage?.output ?? 0) > 0) return false;
  return error ? error.kind === 'crash' || error.kind === 'protocol' : exitCode !== null && exitCode !== 0;
}
