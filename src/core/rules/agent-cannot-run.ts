import { didCrash, isRefused } from '../agents/could-not-run.ts';
import { whyRepairCannot } from '../agents/repair-fit.ts';
import { isNoop } from '../state/state.ts';
import type { Rule } from './rule.ts';

/**
 * What cannot be found, started, signed in or paid for will not be next time either; and what crashes before any run of the
 * loop has done anything is set up wrong. A later crash without work is a no-op. The built-in agent is not started at all if the
 * baseline shows that it could not search.
 */
export const agentCannotRun: Rule = {
  name: 'agent-cannot-run',
  judge({ current, state, window }) {
    if (current.n === 0) {
      const reason = whyRepairCannot(state, current);
      return reason === null ? null : stop(reason);
    }
    const run = current.agent;
    if (!run || current.n <= state.rulesSince) return null;
    const refused = isRefused(run) && isNoop(current);
    const crashed = didCrash(run) && window.every(isNoop);
    if (run.outcome !== 'not-started' && !refused && !crashed) return null;
    return stop(`the agent could not be run: ${run.reason}`);
  },
};

function stop(reason: string) {
  return { action: 'stop', ending: 'agent-cannot-run', reason, confidence: 0.95 } as const;
}
