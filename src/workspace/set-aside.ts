import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { display } from '../system/paths.ts';
import { differences } from './compare.ts';
import { listSnapshots } from './prune.ts';
import { type SnapshotRecord, writeRecord } from './record.ts';
import type { Shadow } from './shadow.ts';
import { setReference, type WorkspaceParts } from './snapshot.ts';

/** A tree that a restore replaced and that no step of the loop had recorded. */
export interface SetAsideTree {
  /** The part after the loop: `set-aside-1`. */
  name: string;
  commit: string;
  /** The snapshot that the workspace was known to hold. */
  base: string | null;
  /** The first few paths that differ from it. */
  paths: string[];
  count: number;
}

const MAX_PATHS = 50;

/** Commits the tree that a restore is about to replace as `refs/jumar/<loop>/set-aside-<n>`, unless the loop has a snapshot of it. */
export async function setTreeAside(
  { shadow, referencedTrees }: Pick<WorkspaceParts, 'shadow' | 'referencedTrees'>,
  record: SnapshotRecord,
  base: string,
): Promise<void> {
  if (referencedTrees.has(record.tree)) return;
  const loop = dirname(record.name);
  const snapshots = await listSnapshots(shadow, loop);
  for (const { tree } of snapshots) referencedTrees.add(tree);
  if (referencedTrees.has(record.tree)) return;
  const name = `${loop}/set-aside-${1 + Math.max(0, ...snapshots.map(({ name: one }) => numberOf(one)))}`;
  const commit = await writeRecord(shadow, { ...record, name }, [base]);
  await setReference(shadow, `refs/jumar/${name}`, commit);
  referencedTrees.add(record.tree);
}

/** Everything that restores of the loop set aside. */
export async function setAsideTrees(shadow: Shadow, loop: string): Promise<SetAsideTree[]> {
  if (!mayHaveSetAside(shadow, loop)) return [];
  const snapshots = (await listSnapshots(shadow, loop)).filter(({ name }) => numberOf(name) > 0);
  const sorted = snapshots.sort((a, b) => numberOf(a.name) - numberOf(b.name));
  return Promise.all(
    sorted.map(async ({ name, commit }) => {
      const base = await parentOf(shadow, commit);
      const found = base === null ? [] : await differences(shadow, base, commit);
      const paths = found.slice(0, MAX_PATHS).map(({ path }) => display(path));
      return { name, commit, base, paths, count: found.length };
    }),
  );
}

/** Answers most often without git: a restore seldom sets anything aside. */
function mayHaveSetAside({ dir }: Shadow, loop: string): boolean {
  try {
    if (readdirSync(join(dir, 'refs/jumar', loop)).some((name) => numberOf(name) > 0)) return true;
  } catch {
    // No reference of the loop is a file.
  }
  const packed = join(dir, 'packed-refs');
  return existsSync(packed) && readFileSync(packed, 'latin1').includes(`refs/jumar/${loop}/set-aside-`);
}

/** Null if the commit has none, or it was pruned. */
export async function parentOf(shadow: Shadow, commit: string): Promise<string | null> {
  const { code, stdout } = await shadow.run(['rev-parse', '-q', '--verify', `${commit}^`], { accept: [0, 1, 128] });
  return code === 0 ? stdout.toString().trim() : null;
}

function numberOf(name: string): number {
  return Number(/^set-aside-(\d+)$/.exec(name)?.[1] ?? 0);
}
