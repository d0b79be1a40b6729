import { EXIT_INTERRUPTED, EXIT_USAGE, outcomes } from '../state/outcome.ts';
import type { Failure } from './events.ts';
import type { ListState } from './state.ts';

/** What a failed task alone would end with, as if it had been a loop. */
function exitCodeOfFailure(why: Failure): number {
  if (why === 'refused' || why === 'cannot-start') return EXIT_USAGE;
  if (why === 'not-integrated') return 4;
  return why === 'paused' ? EXIT_INTERRUPTED : outcomes[why].exitCode;
}

/** The most urgent first: what a person can answer, then what keeps agents from working, then what ran out. */
const ORDER = [4, 6, 7, 5, 3, 1, EXIT_USAGE, EXIT_INTERRUPTED];

/** 0 only if every task that was to be run is integrated and verified. */
export function listExitCode(state: ListState): number {
  if (!state.ended) return EXIT_INTERRUPTED;
  if (state.ended.ending === 'completed') return 0;
  if (state.ended.ending === 'budget') return 5;
  const codes = state.tasks.flatMap(({ status, failure }) =>
    status === 'failed' && failure ? [exitCodeOfFailure(failure.why)] : [],
  );
  return ORDER.find((code) => codes.includes(code)) ?? 1;
}

/** Whether a retry continues the loop: something outside of it, or a person's answer, may have changed. Otherwise a new one starts. */
export function isContinued(why: Failure): boolean {
  return CONTINUED.has(why);
}

const CONTINUED = new Set<Failure>([
  'blocked',
  'escalated',
  'agent-cannot-run',
  'could-not-measure',
  'paused',
  'not-integrated',
]);
