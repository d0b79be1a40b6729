import type { Verdict } from '../criteria/verdict.ts';
import { missingDependency } from '../remedies/check-remedy.ts';
import type { LoopState, SnapshotRef } from '../state/state.ts';
import type { VerificationStep } from '../state/step.ts';

/**
 * The `setup` command runs before the baseline, and again wherever a tree names other dependencies than it last ran for.
 * One that failed is not tried again for the same lock files; the tree then cannot be measured. The workspace and the
 * room are set up each for themselves; the room begins with what the workspace had at the baseline. Without a `setup`, the
 * lock file's own install command runs in the room when dependencies change.
 */
export function dueSetup(
  state: LoopState,
  needed: SnapshotRef | null,
  where: 'workspace' | 'room' = 'workspace',
): VerificationStep | null {
  if (!setupCommand(state, where)) return null;
  if (!needed) return state.setup ? null : { type: 'setup', iteration: 0, locks: null, where };
  const locks = state.iterations[needed.iteration]?.snapshot?.locks ?? '';
  const last = where === 'room' || state.room.kind === 'in place' ? state.setup : state.workspaceSetup;
  if ((last ?? installedAtStart(state))?.locks === locks) return null;
  return { type: 'setup', iteration: needed.iteration, locks, where };
}

/** The `setup` of the settings; in a room, also the install command that was found when the loop began. */
export function setupCommand({ settings, toolchain }: LoopState, where: 'workspace' | 'room'): string | null {
  return settings.verify.setup ?? (where === 'room' ? (toolchain?.reinstall ?? null) : null);
}

/** What a person gave counts like a check; what was found is only tried. */
export function isSetupFound({ settings }: LoopState): boolean {
  return settings.verify.setup === undefined;
}

/** Without a `setup` of their own, people install before the loop. */
function installedAtStart(state: LoopState): { locks: string } | null {
  return isSetupFound(state) ? { locks: state.iterations[0]?.snapshot?.locks ?? '' } : null;
}

/** Why nothing can be measured in the workspace as it is set up; null if it can. */
export function setupProblem(state: LoopState): string | null {
  if (isSetupFound(state)) return null;
  return state.setup && !state.setup.ok ? `the setup command failed: ${state.setup.reason}` : null;
}

/**
 * A check does not fail for dependencies that are not there: it could not be measured. At the baseline they were not
 * installed; later those that the agent changed could not be.
 */
export function withoutDependencies(state: LoopState, iteration: number, verdict: Verdict): Verdict {
  if (verdict.outcome !== 'fail' || !isSetupFound(state)) return verdict;
  const unmeasured = (why: string): Verdict => ({
    ...verdict,
    outcome: 'unmeasured',
    unmeasured: 'not-started',
    reason: `${verdict.reason}, ${why}`,
  });
  const { setup, toolchain } = state;
  if (setup && !setup.ok)
    return unmeasured(`but its dependencies could not be installed (${setup.reason}); give a --setup`);
  const missing = iteration === 0 ? missingDependency(verdict, toolchain ?? null) : null;
  return missing ? unmeasured(`because ${missing} is not installed`) : verdict;
}
