import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Snapshot } from '../runner/ports.ts';
import { syncFolder } from './durable.ts';
import type { Wanted } from './ignored.ts';
import type { LiveIndex } from './live-index.ts';
import { assertName, readRecord, type SnapshotRecord, writeRecord } from './record.ts';
import { freezeScope, loadScope, storeScope } from './scope.ts';
import type { Shadow } from './shadow.ts';
import { type User, userHead } from './user.ts';

export interface Parts {
  shadow: Shadow;
  user: User;
  index: LiveIndex;
  /** Trees that a reference of this process's making holds. */
  kept: Set<string>;
  /** Ignored files that snapshots hold all the same, where they exist at the baseline. */
  keep?: Wanted;
}

/**
 * Records the whole tree as `refs/jumar/<name>`; objects and reference are on disk when it resolves. Without a parent
 * it is a baseline, at which the ignore rules are fixed for all snapshots that descend from it.
 * Not stored: ignored files, empty folders, the `.git` of nested repositories, and what the notes name.
 */
export async function takeSnapshot(parts: Parts, name: string, parent: string | null): Promise<Snapshot> {
  assertName(name);
  const [{ head, note }, taken] = await Promise.all([userHead(parts.user), recordTree(parts, name, parent)]);
  await setReference(parts.shadow, `refs/jumar/${name}`, taken.commit);
  parts.kept.add(taken.tree);
  return { commit: taken.commit, tree: taken.tree, head, notes: note ? [note, ...taken.notes] : taken.notes };
}

/** Commits a tree that a restore is about to replace, so that whatever it removes can be had back. */
export async function keepReplaced(parts: Parts, record: SnapshotRecord): Promise<void> {
  if (parts.kept.has(record.tree)) return;
  const commit = await writeRecord(parts.shadow, record, []);
  await setReference(parts.shadow, `refs/jumar-replaced/${dirname(record.name)}/${record.tree}`, commit);
  parts.kept.add(record.tree);
}

async function recordTree(parts: Parts, name: string, parent: string | null) {
  const { shadow, index } = parts;
  const lineage = parent ? await readRecord(shadow, parent) : await baseline(parts);
  const scope = loadScope(shadow, lineage.scope);
  const { added, modes, notes } = await index.sync({ scope, added: lineage.added, fresh: true });
  const tree = await index.tree();
  const record = { name, tree, scope: lineage.scope, added, modes };
  return { tree, notes, commit: await writeRecord(shadow, record, parent ? [parent] : []) };
}

async function baseline({ shadow, user, index, keep }: Parts): Promise<{ scope: string; added: string[] }> {
  index.forget();
  return { scope: storeScope(shadow, await freezeScope(shadow, user, keep)), added: [] };
}

export async function setReference(shadow: Shadow, reference: string, commit: string): Promise<void> {
  const folder = join(shadow.dir, dirname(reference));
  const fresh = !existsSync(folder);
  await shadow.run(['update-ref', reference, commit]);
  syncFolder(folder);
  if (fresh) syncFolder(dirname(folder));
}
