import type { Changes } from '../ports/index.ts';
import type { Entry } from '../ports/workspace.ts';
import { ended, startGit } from '../system/git.ts';
import { display } from '../system/paths.ts';
import { rootTree } from '../system/tree-diff.ts';
import type { Difference } from './aside.ts';
import { changedEntries } from './changed-entries.ts';
import { assertCommit } from './record.ts';
import type { Shadow } from './shadow.ts';

const MOST_PATHS = 50;

/** The changes between two snapshots. A moved file counts twice: as deleted and as added. */
export async function changesBetween(shadow: Shadow, from: string, to: string): Promise<Changes> {
  for (const commit of [from, to]) assertCommit(shadow, commit);
  const trees = await Promise.all([from, to].map((commit) => rootTree(shadow.objects, commit)));
  const [before, after] = trees as [string, string];
  const counts = before === after ? [] : await shadow.lineCounts.between(before, after);
  const sum = (numbers: (number | null)[]) => numbers.reduce<number>((all, one) => all + (one ?? 0), 0);
  return {
    files: counts.length,
    insertions: sum(counts.map(({ added }) => added)),
    deletions: sum(counts.map(({ removed }) => removed)),
    paths: counts.slice(0, MOST_PATHS).map(({ path }) => display(path)),
  };
}

/** The paths that differ, with the kind of difference. */
export async function differences(shadow: Shadow, from: string, to: string): Promise<Difference[]> {
  const entries = await changedEntries(shadow, from, to);
  return entries.map(({ path, before, after }) => ({ path, status: statusOf(before, after) }));
}

/** As git names it: added, deleted, another kind of file, or modified. */
function statusOf(before: Entry | null, after: Entry | null): string {
  if (before === null) return 'A';
  if (after === null) return 'D';
  return before.mode.slice(0, 3) === after.mode.slice(0, 3) ? 'M' : 'T';
}

export interface DiffOptions {
  /** A summary per file instead of the lines. */
  stat?: boolean;
  colour?: boolean;
  /** Only these files or folders. */
  paths?: readonly string[];
  /** Longer text is cut, with a note. */
  maxBytes?: number;
}

/** The diff for people, with renames detected. */
export async function diffText(shadow: Shadow, from: string, to: string, options: DiffOptions = {}): Promise<string> {
  for (const commit of [from, to]) assertCommit(shadow, commit);
  const { stat = false, colour = false, paths = [], maxBytes = Number.POSITIVE_INFINITY } = options;
  const args = [
    ...['diff-tree', '-r', '-M', '--no-ext-diff', '--no-textconv', stat ? '--stat' : '--patch'],
    ...[colour ? '--color=always' : '--no-color', from, to, '--', ...paths],
  ];
  const child = startGit(args, shadow.options());
  const chunks: Buffer[] = [];
  let bytes = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    if (bytes <= maxBytes) chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) child.kill('SIGKILL');
  });
  child.stdin?.end();
  try {
    await ended(child, args, shadow.options());
  } catch (error) {
    if (bytes <= maxBytes) throw error;
  }
  const text = Buffer.concat(chunks);
  return bytes <= maxBytes ? text.toString() : `${text.toString('utf8', 0, maxBytes)}\n[cut after ${maxBytes} bytes]\n`;
}

/** A patch for `git apply`, including binary files. */
export async function patchBetween(shadow: Shadow, from: string, to: string): Promise<Buffer> {
  for (const commit of [from, to]) assertCommit(shadow, commit);
  const args = [
    'diff-tree',
    '-r',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    '--patch',
    '--binary',
    '--full-index',
  ];
  return (await shadow.run([...args, from, to])).stdout;
}
