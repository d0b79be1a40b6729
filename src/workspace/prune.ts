import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from './durable.ts';
import { assertName } from './record.ts';
import type { Shadow } from './shadow.ts';

export interface StoredSnapshot {
  /** The part after the loop: `3`, `saved-17`. */
  name: string;
  commit: string;
  tree: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** A loop's snapshots: iterations in order, then others. */
export async function listSnapshots(shadow: Shadow, loop: string): Promise<StoredSnapshot[]> {
  assertName(`${loop}/0`);
  const prefix = `refs/jumar/${loop}/`;
  const format = '%(refname) %(objectname) %(tree) %(committerdate:unix)';
  const { stdout } = await shadow.run(['for-each-ref', `--format=${format}`, prefix]);
  return linesOf(stdout)
    .map((line) => {
      const [reference = '', commit = '', tree = '', seconds = ''] = line.split(' ');
      return { name: reference.slice(prefix.length), commit, tree, at: Number(seconds) * 1000 };
    })
    .sort((a, b) => order(a.name) - order(b.name) || (a.name < b.name ? -1 : 1));
}

/**
 * Deletes a loop's snapshots except those in `keep`, and frees the space. The caller holds the workspace's lock. If
 * `keep` is empty, the user's history saved for the loop is deleted too.
 */
export async function deleteSnapshots(shadow: Shadow, loop: string, keep: readonly string[]): Promise<void> {
  const snapshots = await listSnapshots(shadow, loop);
  const remaining = snapshots.filter(({ name }) => keep.includes(name));
  const others = keep.length === 0 ? [`refs/jumar-replaced/${loop}/`, `refs/jumar-user/${loop}/`] : [];
  const refsToDelete = [
    ...snapshots.filter((snapshot) => !remaining.includes(snapshot)).map(({ name }) => `refs/jumar/${loop}/${name}`),
    ...(others.length > 0
      ? linesOf((await shadow.run(['for-each-ref', '--format=%(refname)', ...others])).stdout)
      : []),
  ];
  if (refsToDelete.length === 0) return;
  setShallow(
    shadow,
    remaining.map(({ commit }) => commit),
  );
  await shadow.run(['update-ref', '--stdin', '-z'], { input: refsToDelete.map((ref) => `delete ${ref}\0\0`).join('') });
  if (keep.length === 0) rmSync(join(shadow.dir, 'history', `${loop}.json`), { force: true });
  rmSync(join(shadow.dir, 'rules'), { recursive: true, force: true });
  // Without delta compression: it would take far too long for recently written files.
  await shadow.run(['-c', 'pack.window=0', 'gc', '--quiet', '--prune=now']);
}

/** Makes git treat these commits as roots, so that they no longer keep their ancestors alive. */
export function setShallow(shadow: Shadow, commits: readonly string[], whole: readonly string[] = []): void {
  const file = join(shadow.dir, 'shallow');
  const previous = existsSync(file) ? linesOf(readFileSync(file)) : [];
  const cut = new Set([...previous, ...commits]);
  for (const commit of whole) cut.delete(commit);
  const lines = [...cut].sort();
  if (lines.join() === previous.join()) return;
  if (lines.length === 0) rmSync(file);
  else writeDurably(file, `${lines.join('\n')}\n`);
}

function order(name: string): number {
  return /^\d+$/.test(name) ? Number(name) : Number.POSITIVE_INFINITY;
}

function linesOf(output: Buffer): string[] {
  return output.toString('latin1').split('\n').filter(Boolean);
}
