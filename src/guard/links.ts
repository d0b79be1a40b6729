import { readlink, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { Trees } from './git.ts';
import { git } from './git.ts';

/** Where a symbolic link leads: to a file of the project (`blob` is null on disk), out of it, or to nothing that could be read. */
export type LinkTarget = { kind: 'file'; blob: string | null } | { kind: 'outside' } | { kind: 'nothing' };

/** Follows links within the later tree only: a file outside of it is in no snapshot, so its content is never read. */
export async function followLinks(root: string, { after }: Trees, paths: readonly string[]): Promise<LinkTarget[]> {
  if (after === null || after === 'index') return Promise.all(paths.map((path) => followOnDisk(root, path)));
  const names = paths.map((path) => (path.includes('\n') ? '' : `${after}:${path}`));
  if (names.length === 0) return [];
  const arguments_ = ['cat-file', '--batch-check', '--follow-symlinks'];
  const { code, stdout, stderr } = await git(root, arguments_, `${names.join('\n')}\n`);
  if (code !== 0) throw new Error(stderr.trim() || 'git cat-file failed');
  return readAnswers(stdout, names.length);
}

/** An answer is `<id> <type> <size>`, `<name> missing`, or `<what> <size>` followed by a text of that size. */
function readAnswers(output: Buffer, count: number): LinkTarget[] {
  const targets: LinkTarget[] = [];
  for (let at = 0; targets.length < count; ) {
    const end = output.indexOf(10, at);
    if (end < 0) throw new Error('git cat-file did not answer for every link');
    const line = output.subarray(at, end).toString();
    at = end + 1;
    const [, what, size] = /^(symlink|dangling|loop|notdir) (\d+)$/.exec(line) ?? [];
    if (what !== undefined) at += Number(size) + 1;
    const [, blob] = /^([0-9a-f]+) blob \d+$/.exec(line) ?? [];
    if (what === 'symlink') targets.push({ kind: 'outside' });
    else targets.push(blob === undefined ? { kind: 'nothing' } : { kind: 'file', blob });
  }
  return targets;
}

async function followOnDisk(root: string, path: string): Promise<LinkTarget> {
  const link = join(root, path);
  const top = await realpath(root);
  const isInside = (target: string) => target.startsWith(`${top}${sep}`);
  try {
    const target = await realpath(link);
    if (!isInside(target)) return { kind: 'outside' };
    return (await stat(target)).isFile() ? { kind: 'file', blob: null } : { kind: 'nothing' };
  } catch {
    const target = resolve(dirname(join(top, path)), await readlink(link));
    return { kind: isInside(target) ? 'nothing' : 'outside' };
  }
}
