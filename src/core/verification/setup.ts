import type { LoopState, SnapshotRef } from '../state/state.ts';
import type { VerificationStep } from '../state/step.ts';

/**
 * The `setup` command runs before the baseline, and again wherever a tree names other dependencies than it last ran for.
 * One that failed is not tried again for the same lock files; the tree then cannot be measured.
 */
export function dueSetup(state: LoopState, needed: SnapshotRef | null): VerificationStep | null {
  if (!state.settings.verify.setup) return null;
  if (!needed) return state.setup ? null : { type: 'setup', iteration: 0, locks: null };
  const locks = state.iterations[needed.iteration]?.snapshot?.locks ?? '';
  if (state.setup && (state.setup.locks ?? '') === locks) return null;
  return { type: 'setup', iteration: needed.iteration, locks };
}

/** Why nothing can be measured in the workspace as it is set up; null if it can. */
export function setupProblem(state: LoopState): string | null {
  return state.setup && !state.setup.ok ? `the setup command failed: ${state.setup.reason}` : null;
}
