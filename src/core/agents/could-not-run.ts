import type { IterationState } from '../state/state.ts';

type AgentRun = NonNullable<IterationState['agent']>;

const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;

/** What cannot be found, started, signed in or paid for will not be next time either, if nothing was changed. */
export function isRefused({ exitCode, error }: AgentRun): boolean {
  return exitCode === NOT_FOUND || exitCode === NOT_EXECUTABLE || error?.kind === 'auth' || error?.kind === 'billing';
}

export function didCrash({ outcome, error, exitCode, usage }: AgentRun): boolean {
  if (outcome !== 'failed' || (usage?.output ?? 0) > 0) return false;
  return error ? error.kind === 'crash' || error.kind === 'protocol' : exitCode !== null && exitCode !== 0;
}
