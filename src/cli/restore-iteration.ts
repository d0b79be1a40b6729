import { UsageError } from '../config/errors.ts';
import { heldBack } from '../core/held-back.ts';
import type { LoopState } from '../core/state.ts';
import { movedBack } from '../core/verification/moved-back.ts';
import { signed } from '../people/account.ts';
import { plural } from '../reporters/format.ts';
import { withSanctioned } from '../runner/sanctioned-files.ts';
import { INDEX } from '../runner/snapshot.ts';
import { openLogForAppend } from '../store/append-log.ts';
import { iterationFiles } from '../store/iteration-files.ts';
import { acquireLock } from '../store/lock.ts';
import { forgetChanged } from '../store/sanctioned.ts';
import { openWorkspace } from '../workspace/index.ts';
import { openOverlay } from '../workspace/overlay.ts';
import type { CommandContext } from './context.ts';
import { commitOf, readLoop } from './loop-reading.ts';

/**
 * Puts an iteration's tree into the workspace at a person's word. What was there is kept first, under a name that the
 * message tells, and the act is recorded in the loop's log: with the reason, or what the act itself says.
 */
export async function restoreIteration(
  context: CommandContext,
  loop: string | undefined,
  choose: (best: number | null) => string,
  reason: string | null,
  otherwise: string | null = null,
): Promise<number> {
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
    const name = `before-apply-${state.lastSeq}`;
    await workspace.snapshot(`${entry.id}/${name}`, null);
    const back = /^\d+$/.test(tree) ? movedBack(state, Number(tree)) : null;
    const kept = iterationFiles(entry.paths).path(back?.iterations[0] ?? 0, INDEX).absolute;
    const stayed = back ? await workspace.moveBack(back.moved, kept) : [];
    const { tree: restored, extraneous, notes } = await workspace.restore(commit);
    const log = await openLogForAppend({ path: entry.paths.log, headPath: entry.paths.head, loop: entry.id });
    if (back) await log.append({ ...back, type: 'refs-reset', notes: stayed });
    await log.append(signed({ type: 'iteration-applied', name: tree, tree: restored, reason: reason ?? otherwise }));
    await log.close();
    const what = /^\d/.test(tree) ? `iteration ${tree} of ${entry.id}` : `${tree} of ${entry.id}`;
    const which = tree === '0' ? `${what}, the tree from before the loop` : what;
    context.stdout.write(`the working tree holds ${which}; ${plural(extraneous, 'path')} differed\n`);
    if (back) context.stdout.write(`  moved back: ${back.moved.map(({ name }) => name).join(', ')}\n`);
    for (const note of [...stayed, ...notes]) context.stdout.write(`  note: ${note}\n`);
    if (extraneous > 0)
      context.stdout.write(`  what was there is kept; bring it back: jumar apply ${entry.id} ${name}\n`);
    return 0;
  } finally {
    await lock.release();
  }
}

/** An iteration that was held back is handed out only at a person's word with a reason, which is kept. The flags are advised again. */
export function refuseHeldBack(state: LoopState, tree: string, reason: string | null, flags = ''): void {
  const iteration = /^\d+$/.test(tree) ? state.iterations[Number(tree)] : undefined;
  const why = iteration ? heldBack(state, iteration) : null;
  if (why === null || reason?.trim()) return;
  throw new UsageError(
    `iteration ${tree} was held back: ${why}`,
    `say why it is wanted all the same: jumar apply ${state.id} ${tree}${flags} --reason "…"`,
  );
}
