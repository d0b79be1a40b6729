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

/** A loop's snapshots, iterations in their order and others after them. */
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
 * Deletes a loop's snapshots but those named, and gives the space back. The caller holds the workspace's lock. With
 * none kept, what was kept of the user's history for the loop goes too.
 */
export async function deleteSnapshots(shadow: Shadow, loop: string, keep: readonly string[]): Promise<void> {
  const snapshots = await listSnapshots(shadow, loop);
  const kept = snapshots.filter(({ name }) => keep.includes(name));
  const others = [`refs/jumar-replaced/${loop}/`, ...(keep.length === 0 ? [`refs/jumar-user/${loop}/`] : [])];
  const doomed = [
    ...snapshots.filter((snapshot) => !kept.includes(snapshot)).map(({ name }) => `refs/jumar/${loop}/${name}`),
    ...linesOf((await shadow.run(['for-each-ref', '--format=%(refname)', ...others])).stdout),
  ];
  if (doomed.length === 0) return;
  cutOff(
    shadow,
    kept.map(({ commit }) => commit),
  );
  await shadow.run(['update-ref', '--stdin', '-z'], { input: doomed.map((ref) => `delete ${ref}\0\0`).join('') });
  if (keep.length === 0) rmSync(join(shadow.dir, 'history', `${loop}.json`), { force: true });
  rmSync(join(shadow.dir, 'rules'), { recursive: true, force: true });
  // Without a search for deltas: that would take far longer than it saves on files that were just written.
  await shadow.run(['-c', 'pack.window=0', 'gc', '--quiet', '--prune=now']);
}

/** Makes git take these commits for the first ones: what they descend from is no longer kept alive by them. */
export function cutOff(shadow: Shadow, commits: readonly string[], whole: readonly string[] = []): void {
  const file = join(shadow.dir, 'shallow');
  const known = existsSync(file) ? linesOf(readFileSync(file)) : [];
  const cut = new Set([...known, ...commits]);
  for (const commit of whole) cut.delete(commit);
  const lines = [...cut].sort();
  if (lines.join() === known.join()) return;
  if (lines.length === 0) rmSync(file);
  else writeDurably(file, `${lines.join('\n')}\n`);
}

function order(name: string): number {
  return /^\d+$/.test(name) ? Number(name) : Number.POSITIVE_INFINITY;
}

function linesOf(output: Buffer): string[] {
  return output.toString('latin1').split('\n').filter(Boolean);
}
