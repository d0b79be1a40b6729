import type { EventOf } from './events.ts';
import type { LoopFinding } from './finding.ts';
import { IN_PLACE, type RoomChoice } from './room.ts';

type Body<T> = Omit<T, 'type' | 'iteration'>;

/** What an iteration knows beside its verdicts. Null: not looked into yet. */
export interface IterationChecks {
  reverted: Body<EventOf<'changes-reverted'>> | null;
  /** Findings of what keeps the judge out of reach; the guard's own are apart. */
  raised: LoopFinding[];
  repeated: Body<EventOf<'checks-repeated'>> | null;
  /** Criteria and tests that both passed and failed on this tree. */
  flaky: string[];
  hiddenChecked: boolean;
  pristine: Body<EventOf<'pristine-checked'>> | null;
  flipped: Body<EventOf<'expectations-flipped'>> | null;
  newTests: Body<EventOf<'new-tests-checked'>> | null;
  taskTests: Body<EventOf<'task-tests-checked'>> | null;
  heldOut: Omit<Body<EventOf<'held-out-checked'>>, 'verdict'> | null;
  mutants: Body<EventOf<'mutants-tested'>> | null;
  /** Why the set-up command failed on its tree; null if it did not, or was not run. */
  setupFailed: string | null;
  /** Whether best still holds, if it was verified again because this iteration broke what holds there. */
  bestHolds: boolean | null;
  /** The references that its agent had moved are back where they were. */
  refsReset: boolean;
}

/** Tests that the agent does not see. */
export interface HeldOut
  extends Pick<EventOf<'tests-held-out'>, 'asked' | 'seed' | 'tests' | 'of' | 'unheld' | 'problem'> {
  revealed: { test: string; iteration: number; why: EventOf<'tests-revealed'>['why'] }[];
  /** The workspace has all of them again, and the loop goes no further. */
  isPutBack: boolean;
}

export interface LoopChecks {
  /** Globs of what the criteria run; `verify.protect` adds to them. */
  protect: string[];
  /** What the set-up command was last run for; null if it was not. An attempt that failed holds for nothing else. */
  setup: {
    locks: string | null;
    ok: boolean;
    reason: string;
    /** By one that failed. */
    printed?: Pick<EventOf<'setup-finished'>, 'excerpt' | 'outputFile'>;
  } | null;
  /** The same for the workspace, if checks run in a room. */
  workspaceSetup: { locks: string | null } | null;
  /** The iteration whose tree must be verified again, because dependencies changed with a rollback to it. */
  reverify: number | null;
  hiddenFingerprint: string | null;
  /** Null until tests were held out, or if none are to be. */
  heldOut: HeldOut | null;
  /** Where the checks of this session run. */
  room: RoomChoice;
  /** Hooks that were run for what is under way now. */
  hooked: string[];
}

export function blankChecks(): IterationChecks {
  return {
    reverted: null,
    raised: [],
    repeated: null,
    flaky: [],
    hiddenChecked: false,
    pristine: null,
    flipped: null,
    newTests: null,
    taskTests: null,
    heldOut: null,
    mutants: null,
    setupFailed: null,
    bestHolds: null,
    refsReset: false,
  };
}

export function freshLoopChecks(protect: string[]): LoopChecks {
  return {
    protect,
    setup: null,
    workspaceSetup: null,
    reverify: null,
    hiddenFingerprint: null,
    heldOut: null,
    room: IN_PLACE,
    hooked: [],
  };
}

/** The tree that the workspace is known to hold after checks: as before, unless they ran in it. */
export function treeAfterChecks(state: { room: RoomChoice; workspaceTree: string | null }): string | null {
  return state.room.kind === 'in place' ? null : state.workspaceTree;
}

/** Everything verified about an iteration is verified again. */
export function uncheckedAgain() {
  const experiments = { pristine: null, flipped: null, newTests: null, mutants: null, taskTests: null, heldOut: null };
  const checks = { repeated: null, flaky: [], hiddenChecked: false, setupFailed: null };
  return { verdicts: null, bestHolds: null, ...checks, ...experiments };
}
