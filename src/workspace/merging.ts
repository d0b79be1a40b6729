import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { git } from './git.ts';
import { display, onDisk, splitNul } from './paths.ts';

/**
 * What stands in the way of `git merge` of a branch that was made upon HEAD: nothing; the same changes, uncommitted, which
 * git takes once they are staged; or changes of another kind, which it refuses to overwrite. Paths from the root on.
 */
export type InTheWay = { kind: 'nothing' } | { kind: 'the same' | 'other changes'; paths: string[] };

export async function inTheWayOf(root: string, branch: string): Promise<InTheWay> {
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
  const met = changed.filter((path) => uncommitted.has(path));
  if (met.length === 0) return { kind: 'nothing' };
  const other = await differing(root, branch, met);
  return other.length > 0 ? shown('other changes', other) : shown('the same', changed);
}

const shown = (kind: 'the same' | 'other changes', paths: readonly string[]) => ({
  kind,
  paths: paths.map(display),
});

/** The paths that the working tree holds otherwise than the branch does. */
async function differing(root: string, branch: string, paths: readonly string[]): Promise<string[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'jumar-merging-'));
  const options = { cwd: root, userConfig: true, env: { GIT_INDEX_FILE: join(scratch, 'index') } };
  try {
    const rows = splitNul((await git(['ls-tree', '-r', '-z', '--full-tree', branch], options)).stdout);
    const asked = new Set(paths);
    const held = rows.filter((row) => asked.has(row.slice(row.indexOf('\t') + 1)));
    await git(['update-index', '-z', '--index-info'], {
      ...options,
      input: Buffer.from(held.map((row) => `${row}\0`).join(''), 'latin1'),
    });
    await git(['update-index', '-q', '--refresh'], { ...options, accept: [0, 1] });
    const unlike = splitNul((await git(['diff-files', '-z', '--name-only'], options)).stdout);
    const kept = new Set(held.map((row) => row.slice(row.indexOf('\t') + 1)));
    const removed = paths.filter((path) => !kept.has(path));
    return [...unlike, ...removed.filter((path) => existsSync(onDisk(root, path)))];
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
