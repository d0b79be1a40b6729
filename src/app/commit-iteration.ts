import type { LoopState } from '../core/state/state.ts';
import { UsageError } from '../system/usage-error.ts';
import { assertFits, commitChanges, type SnapshotChanges } from '../workspace/commit-changes.ts';
import { WorkspaceError } from '../workspace/errors.ts';
import { freeBranch } from '../workspace/free-branch.ts';
import { openWorkspace } from '../workspace/index.ts';
import { locateWorkspace } from '../workspace/locate.ts';
import type { AppContext } from './context.ts';
import { type LoopReading, readLoop, snapshotOf } from './loop-reading.ts';
import { mergeHint } from './merge-hint.ts';
import { refuseHeldBack } from './restore-iteration.ts';

export interface CommitRequest {
  reading: LoopReading;
  iteration: number;
  /** A new branch, true to choose an unused name; null for the current branch. */
  branch: string | true | null;
  reason: string | null;
  /** The arguments as given, to repeat the command in a hint. */
  flags: string;
  /** It goes to others: without the user's own edits. */
  pr: boolean;
}

export interface CommitPlan {
  reading: LoopReading;
  iteration: number;
  branch: string | null;
  reason: string | null;
  /** A new branch stays here, so it may have the user's own edits in the same lines. */
  takesOwnEdits: boolean;
}

/** The loop and the chosen iteration; `choose` gets the best one. */
export async function readIteration(
  context: AppContext,
  loop: string | undefined,
  choose: (best: number | null) => string,
): Promise<{ reading: LoopReading; iteration: number }> {
  const reading = await readLoop(context, loop);
  const tree = choose(reading.state.best);
  if (!/^\d+$/.test(tree)) throw new UsageError(`${tree} is not an iteration`, 'use the number of an iteration');
  return { reading, iteration: Number(tree) };
}

/** Throws if it cannot be committed, before anything is written. */
export async function planCommit({
  reading,
  iteration,
  branch,
  reason,
  flags,
  pr,
}: CommitRequest): Promise<CommitPlan> {
  const { id, project } = reading.entry;
  const { git } = await locateWorkspace(project.root);
  if (git === null)
    throw new UsageError(
      `${project.root} is not in a git repository`,
      `git init and commit once, or: jumar apply ${id} ${iteration} --patch`,
    );
  refuseHeldBack(reading.state, String(iteration), reason, flags);
  if (branch === null) await assertFits(project.root, await changesOf(reading, iteration));
  const name = branch === true ? await freeBranch(project.root, id) : branch;
  return { reading, iteration, reason, branch: name, takesOwnEdits: name !== null && !pr };
}

/** Writes the message for the committed tree. */
export type MessageOf = (
  state: LoopState,
  iteration: number,
  more: { reason: string | null; tree: string | null },
) => string;

export interface CommitResult {
  commit: string;
  /** Paths that are no longer staged, because the commit changes the same lines. */
  unstaged: string[];
  /** Paths that have the user's edits from before the loop, too: they are in the same lines. */
  withOwnEdits: string[];
  /** How to merge the new branch into the current one; null without a new branch. */
  merge: string | null;
}

/** Commits an iteration's changes to a new branch or the current one; null if HEAD has them already, and so no branch was made. */
export async function commitIteration(
  { env, cwd }: AppContext,
  { reading, iteration, branch, reason, takesOwnEdits }: CommitPlan,
  messageOf: MessageOf,
): Promise<CommitResult | null> {
  const { root } = reading.entry.project;
  const identity = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => /^GIT_(?:AUTHOR|COMMITTER)_/.test(entry[0])),
  );
  const message = (tree: string) => messageOf(reading.state, iteration, { reason, tree });
  const changes = await changesOf(reading, iteration);
  const made = await commitChanges({ root, changes, message, branch, identity, takesOwnEdits }).catch(
    (error: unknown) => {
      if (branch !== null && error instanceof WorkspaceError && error.code === 'nothing-to-commit') return null;
      throw error;
    },
  );
  if (made === null) return null;
  if (branch === null) return { ...made, merge: null };
  return {
    ...made,
    merge: await mergeHint(reading, { branch, cwd, withOwnEdits: made.withOwnEdits }).catch(
      () => `merge: git merge ${branch}`,
    ),
  };
}

/** The same changes as a patch for `git apply`. */
export async function readPatch({ entry, state }: LoopReading, iteration: number): Promise<Uint8Array> {
  const { shadow, root } = entry.project;
  const workspace = await openWorkspace({ shadow, root, loop: entry.id });
  const patch = await workspace.patch(snapshotOf(state, 0).commit, snapshotOf(state, iteration).commit);
  if (patch.length === 0) throw new UsageError(`iteration ${iteration} of ${entry.id} changed nothing`);
  return patch;
}

/** What an iteration changed since the baseline. */
async function changesOf({ entry, state }: LoopReading, n: number): Promise<SnapshotChanges> {
  const { shadow, root } = entry.project;
  const workspace = await openWorkspace({ shadow, root, loop: entry.id });
  const entries = await workspace.entries(snapshotOf(state, 0).commit, snapshotOf(state, n).commit);
  if (entries.length === 0) throw new UsageError(`iteration ${n} of ${entry.id} changed nothing`);
  return { entries, started: snapshotOf(state, 0).head?.commit ?? null, read: workspace.blob };
}
