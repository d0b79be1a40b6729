import type { LoopState, SnapshotRef } from '../state/state.ts';
import type { VerificationStep } from '../state/step.ts';

/**
 * The `setup` command runs before the baseline, and again wherever a tree names other dependencies than it last ran for.
 * One that failed is not tried again for the same lock files; the tree then cannot be measured. The workspace and the
 * room are set up each for themselves; the room begins with what the workspace had at the baseline.
 */
export function dueSetup(
  state: LoopState,
  needed: SnapshotRef | null,
  where: 'workspace' | 'room' = 'workspace',
): VerificationStep | null {
  if (!state.settings.verify.setup) return null;
  if (!needed) return state.setup ? null : { type: 'setup', iteration: 0, locks: null, where };
  const locks = state.iterations[needed.iteration]?.snapshot?.locks ?? '';
  const last = where === 'room' || state.room.kind === 'in place' ? state.setup : state.workspaceSetup;
  if (last && (last.locks ?? '') === locks) return null;
  return { type: 'setup', iteration: needed.iteration, locks, where };
}

/** Why nothing can be measured in the workspace as it is set up; null if it can. */
export function setupProblem(state: LoopState): string | null {
  return state.setup && !state.setup.ok ? `the setup command failed: ${state.setup.reason}` : null;
}
