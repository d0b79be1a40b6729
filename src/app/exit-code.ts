import { EXIT_INTERRUPTED, outcomes } from '../core/state/outcome.ts';
import type { LoopState } from '../core/state/state.ts';

/** The exit code of a process that ran this loop. */
export function exitCodeOf(state: LoopState): number {
  return state.ended ? outcomes[state.ended.ending].exitCode : EXIT_INTERRUPTED;
}
