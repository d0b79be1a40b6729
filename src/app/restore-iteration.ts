import { localFilesFolder, openLocalFiles } from '../checks/safeguards/local-files.ts';
import { whyHeldBack } from '../core/selection/held-back.ts';
import type { LoopState } from '../core/state/state.ts';
import { movedBack } from '../core/verification/moved-back.ts';
import { SAVED_INDEX } from '../loop/snapshot.ts';
import { addPerson } from '../people/account.ts';
import type { LoopEntry } from '../store/find-loop.ts';
import { iterationFiles } from '../store/iteration-files.ts';
import { acquireLock } from '../store/lock.ts';
import { forgetChanged } from '../system/sanctioned.ts';
import { UsageError } from '../system/usage-error.ts';
import { type GitWorkspace, openWorkspace } from '../workspace/index.ts';
import { openOverlay } from '../workspace/overlay.ts';
import type { AppContext } from './context.ts';
import { recordUnderLease } from './loop-log.ts';
import { commitOf, readLoop } from './loop-reading.ts';
import { withSanctioned } from './sanctioned-files.ts';

export interface RestoreRequest {
  loop?: string | undefined;
  /** Returns an iteration's number or the name of another saved tree; gets the best iteration. */
  choose(best: number | null): string;
  reason: string | null;
  /** The reason for the log if none is given. */
  otherwise?: string | null;
  /** What the person does, in the name of the tree that is saved before. */
  act?: 'apply' | 'rollback';
}

export interface RestoreResult {
  loop: string;
  /** What the working tree contains now. */
  tree: string;
  /** How many paths differed. */
  differed: number;
  /** The first of them. */
  paths: string[];
  /** The name of the saved previous tree. */
  savedAs: string;
  /** The branches that were moved back; null if none had to be. */
  movedBack: string[] | null;
  /** Ignored files of the user's that agents had changed or removed. */
  putBack: string[];
  notes: string[];
}

/**
 * Restores an iteration's tree in the workspace on a person's request. Saves the previous tree first, under a name in the
 * result, and records the restore in the loop's log with its reason.
 */
export async function restoreIteration(
  context: AppContext,
  { loop, choose, reason, otherwise = null, act = 'apply' }: RestoreRequest,
): Promise<RestoreResult> {
  const { entry, state, owner } = await readLoop(context, loop);
  if (owner !== null) {
    throw new UsageError(`${entry.id} is running (pid ${owner})`, `pause it first: jumar pause ${entry.id}`);
  }
  const tree = choose(state.best);
  refuseHeldBack(state, tree, reason);
  const lock = await acquireLock(entry.project.workspaceLock, { purpose: `jumar apply ${entry.id} ${tree}` });
  try {
    const { shadow, root, folder } = entry.project;
    const opened = await openWorkspace({ shadow, root, loop: entry.id });
    await opened.clearLocks();
    await forgetChanged(folder, root);
    const workspace = withSanctioned(opened, root, folder);
    openOverlay(root, folder).putBack();
    const commit = await commitOf(workspace, state, tree);
    const name = `before-${act}-${state.lastSeq}`;
    const before = await workspace.snapshot(`${entry.id}/${name}`, null);
    const back = /^\d+$/.test(tree) ? movedBack(state, Number(tree)) : null;
    const { stayed, restored: putBack, left } = await undoRest(back, workspace, entry);
    const { tree: restored, extraneous, notes } = await workspace.restore(commit);
    const { paths } = await workspace.changes(before.commit, commit);
    await recordUnderLease(entry, `jumar apply ${entry.id} ${tree}`, async (_, append) => {
      if (back) {
        const { iterations, moved } = back;
        await append({ type: 'refs-reset', iterations, moved, restored: putBack, left, notes: stayed });
      }
      await append(addPerson({ type: 'iteration-applied', name: tree, tree: restored, reason: reason ?? otherwise }));
    });
    return {
      loop: entry.id,
      tree,
      differed: extraneous,
      paths,
      savedAs: name,
      movedBack: back && back.moved.length > 0 ? back.moved.map((branch) => branch.name) : null,
      putBack,
      notes: [...stayed, ...left, ...notes],
    };
  } finally {
    await lock.release();
  }
}

/** Branches and ignored files, which no snapshot contains. */
async function undoRest(
  back: ReturnType<typeof movedBack>,
  workspace: GitWorkspace,
  { paths, project }: LoopEntry,
): Promise<{ stayed: string[]; restored: string[]; left: string[] }> {
  if (!back) return { stayed: [], restored: [], left: [] };
  const { first, moved, iterations } = back;
  const stayed =
    first === null ? [] : await workspace.moveBack(moved, iterationFiles(paths).path(first, SAVED_INDEX).absolute);
  const files = openLocalFiles(project.root, localFilesFolder(paths.folder), workspace.matchingIgnoredFiles);
  const { restored, notes } = await files.restore(iterations);
  return { stayed, restored, left: notes };
}

/** An iteration that was held back is restored only if the person gives a reason, which is recorded. */
export function refuseHeldBack(state: LoopState, tree: string, reason: string | null, flags = ''): void {
  const iteration = /^\d+$/.test(tree) ? state.iterations[Number(tree)] : undefined;
  const why = iteration ? whyHeldBack(state, iteration) : null;
  if (why === null || reason?.trim()) return;
  throw new UsageError(
    `iteration ${tree} was held back: ${why}`,
    `to use it anyway, give a reason: jumar apply ${state.id} ${tree}${flags} --reason "…"`,
  );
}
