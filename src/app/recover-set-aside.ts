import { unrecovered } from '../core/state/set-aside.ts';
import { addPerson } from '../people/account.ts';
import { acquireLock } from '../store/lock.ts';
import { UsageError } from '../system/usage-error.ts';
import { openWorkspace } from '../workspace/index.ts';
import type { AppContext } from './context.ts';
import { recordUnderLease } from './loop-log.ts';
import { commitOf, readLoop } from './loop-reading.ts';

export interface RecoverRequest {
  loop?: string | undefined;
  /** Which one; by default everything that was not applied yet, the oldest first. */
  name?: string | undefined;
  reason: string | null;
}

export interface Recovered {
  loop: string;
  names: string[];
  /** The name of the saved previous tree. */
  savedAs: string;
}

/**
 * Applies the changes that were set aside to the working tree as it is, on a person's request. Each is applied as a whole or not
 * at all. Saves the previous tree first, and records each in the loop's log.
 */
export async function recoverSetAside(context: AppContext, { loop, name, reason }: RecoverRequest): Promise<Recovered> {
  const { entry, state, owner } = await readLoop(context, loop);
  if (owner !== null)
    throw new UsageError(`${entry.id} is running (pid ${owner})`, `pause it first: jumar pause ${entry.id}`);
  const names = name === undefined ? unrecovered(state).map((one) => one.name) : [name];
  if (names.length === 0) throw new UsageError(`nothing of ${entry.id} is set aside`);
  const lock = await acquireLock(entry.project.workspaceLock, { purpose: `jumar apply ${entry.id} --set-aside` });
  try {
    const { shadow, root } = entry.project;
    const workspace = await openWorkspace({ shadow, root, loop: entry.id });
    await workspace.clearLocks();
    const savedAs = `before-apply-${state.lastSeq}`;
    const before = await workspace.snapshot(`${entry.id}/${savedAs}`, state.start?.commit ?? null);
    for (const one of names) {
      const commit = await commitOf(workspace, state, one);
      const base = await workspace.parentOf(commit);
      const whole = `jumar apply ${entry.id} ${one} restores the whole tree instead`;
      if (base === null) throw new UsageError(`what ${one} was based on is gone`, whole);
      const patch = await workspace.patch(base, commit);
      await workspace.applyPatch(patch).catch((error: Error) => {
        throw new UsageError(`${one} cannot be applied: ${error.message}`, whole);
      });
      const tree = await workspace.treeNow(before.commit);
      await recordUnderLease(entry, `jumar apply ${entry.id} ${one}`, async (_, append) => {
        await append(addPerson({ type: 'iteration-applied', name: one, tree, reason }));
      });
    }
    return { loop: entry.id, names, savedAs };
  } finally {
    await lock.release();
  }
}
