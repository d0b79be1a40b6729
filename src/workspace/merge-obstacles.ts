import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { git } from '../system/git.ts';
import { display, onDisk, splitNul } from '../system/paths.ts';

/**
 * What prevents `git merge` of a branch that was created from HEAD: nothing; the same changes, uncommitted, which git
 * accepts once they are staged; or other changes, which it refuses to overwrite. Paths are relative to the root.
 */
export type MergeObstacles = { kind: 'nothing' } | { kind: 'the same' | 'other changes'; paths: string[] };

export async function findMergeObstacles(root: string, branch: string): Promise<MergeObstacles> {
  const run = async (args: readonly string[]) => (await git(args, { cwd: root, userConfig: true })).stdout;
  const changed = splitNul(await run(['diff', '-z', '--name-only', '--no-renames', `HEAD...${branch}`]));
  const status = await run([
    '--no-optional-locks',
    'status',
    '--porcelain',
    '-z',
    '--no-renames',
    '--untracked-files=all',
  ]);
  const uncommitted = new Set(splitNul(status).map((line) => line.slice(3)));
  const overlapping = changed.filter((path) => uncommitted.has(path));
  if (overlapping.length === 0) return { kind: 'nothing' };
  const other = await pathsThatDiffer(root, branch, overlapping);
  return other.length > 0 ? obstacle('other changes', other) : obstacle('the same', changed);
}

const obstacle = (kind: 'the same' | 'other changes', paths: readonly string[]) => ({
  kind,
  paths: paths.map(display),
});

/** The paths that differ between the working tree and the branch. */
async function pathsThatDiffer(root: string, branch: string, paths: readonly string[]): Promise<string[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'jumar-merging-'));
  const options = { cwd: root, userConfig: true, env: { GIT_INDEX_FILE: join(scratch, 'index') } };
  try {
    const rows = splitNul((await git(['ls-tree', '-r', '-z', '--full-tree', branch], options)).stdout);
    const pathSet = new Set(paths);
    const branchRows = rows.filter((row) => pathSet.has(row.slice(row.indexOf('\t') + 1)));
    await git(['update-index', '-z', '--index-info'], {
      ...options,
      input: Buffer.from(branchRows.map((row) => `${row}\0`).join(''), 'latin1'),
    });
    await git(['update-index', '-q', '--refresh'], { ...options, accept: [0, 1] });
    const changed = splitNul((await git(['diff-files', '-z', '--name-only'], options)).stdout);
    const branchPaths = new Set(branchRows.map((row) => row.slice(row.indexOf('\t') + 1)));
    const removed = paths.filter((path) => !branchPaths.has(path));
    return [...changed, ...removed.filter((path) => existsSync(onDisk(root, path)))];
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
