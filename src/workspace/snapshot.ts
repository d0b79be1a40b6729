import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Snapshot } from '../ports/index.ts';
import type { BytePath } from '../system/paths.ts';
import { syncFolder } from './durable.ts';
import { literal } from './ignore.ts';
import type { Wanted } from './ignored.ts';
import type { LiveIndex } from './live-index.ts';
import { adoptModes, type Modes } from './modes.ts';
import { assertName, readRecord, type SnapshotRecord, writeRecord } from './record.ts';
import { freezeScope, removeFromIndex, type Scope, scopeOf, storeScope } from './scope.ts';
import type { Shadow } from './shadow.ts';
import { type User, userHead } from './user.ts';

export interface WorkspaceParts {
  shadow: Shadow;
  user: User;
  index: LiveIndex;
  /** Trees that a reference created by this process keeps alive. */
  referencedTrees: Set<string>;
  /** Ignored files that snapshots include anyway, if they exist at the baseline. */
  keep?: Wanted;
}

/**
 * Records the whole tree as `refs/jumar/<name>`; objects and reference are on disk when it resolves. Without a parent
 * it is a baseline, which fixes the ignore rules for all snapshots that descend from it.
 * Not stored: ignored files, empty folders, the `.git` of nested repositories, and what the notes name.
 */
export async function takeSnapshot(parts: WorkspaceParts, name: string, parent: string | null): Promise<Snapshot> {
  assertName(name);
  const [{ head, note }, taken] = await Promise.all([userHead(parts.user), recordTree(parts, name, parent)]);
  await setReference(parts.shadow, `refs/jumar/${name}`, taken.commit);
  parts.referencedTrees.add(taken.tree);
  return { commit: taken.commit, tree: taken.tree, head, notes: note ? [note, ...taken.notes] : taken.notes };
}

async function recordTree(parts: WorkspaceParts, name: string, parent: string | null) {
  const { shadow, index } = parts;
  const lineage: Lineage = parent ? await readRecord(shadow, parent) : await baseline(parts);
  const scope = scopeOf(shadow, lineage);
  if (lineage.modes) adoptModes(shadow, lineage.modes);
  const { added, modes, notes, unread, stale } = await index.sync({ scope, added: lineage.added, fresh: true });
  const readable = parent === null && unread.size > 0 ? withoutUnread(scope, unread) : scope;
  if (readable !== scope && stale.size > 0) {
    index.forget();
    await removeFromIndex(shadow, [...stale]);
  }
  const tree = await index.tree();
  const hash = readable === scope ? lineage.scope : storeScope(shadow, readable);
  const record = { name, tree, scope: hash, rules: readable, added, modes };
  return { tree, notes, commit: await writeRecord(shadow, record, parent ? [parent] : []) };
}

/** What a snapshot inherits from its parent. */
type Lineage = Pick<SnapshotRecord, 'scope' | 'rules' | 'added'> & { modes?: Modes };

async function baseline({ shadow, user, index, keep }: WorkspaceParts): Promise<Lineage> {
  index.forget();
  const rules = await freezeScope(shadow, user, keep);
  return { scope: storeScope(shadow, rules), rules, added: [] };
}

/** What cannot be read at the baseline is in no snapshot, and none of the loop's: it counts as ignored. */
function withoutUnread({ frozen, tracked }: Scope, unread: ReadonlySet<BytePath>): Scope {
  return { frozen: [...frozen, ...[...unread].map(literal)], tracked: tracked.filter((path) => !unread.has(path)) };
}

/** Points a reference to a commit. It is on disk when this resolves. */
export async function setReference(shadow: Shadow, reference: string, commit: string): Promise<void> {
  const file = join(shadow.dir, reference);
  const folder = dirname(file);
  const fresh = !existsSync(folder);
  if (shadow.hasFileReferences) {
    mkdirSync(folder, { recursive: true });
    writeLocked(file, `${commit}\n`);
  } else await shadow.run(['update-ref', reference, commit]);
  syncFolder(folder);
  if (fresh) syncFolder(dirname(folder));
}

/** As git writes a reference: nobody else does while the lock is there. */
function writeLocked(file: string, content: string): void {
  const lock = `${file}.lock`;
  const handle = openSync(lock, 'wx', 0o644);
  try {
    try {
      writeFileSync(handle, content);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(lock, file);
  } catch (error) {
    rmSync(lock, { force: true });
    throw error;
  }
}
