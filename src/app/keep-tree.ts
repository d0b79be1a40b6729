import { chmod, copyFile, lstat, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { git } from '../system/git.ts';

const MAX_COPIED = 200 * 1024 * 1024;

/** Files that were put back as they were, and the folder that has them as they were left. */
export interface PutBack {
  paths: string[];
  aside: string;
}

interface KeptTree {
  /** Puts everything back that differs from before; null if nothing does. */
  putBack(): Promise<PutBack | null>;
}

/**
 * Remembers the files of a git project, without those that it ignores, so that what a command changes can be undone. What is replaced is never
 * lost: it is moved to `aside`. The index stays as it is. Null if that is not possible: outside git, and if more than 200 MB are not in the index.
 */
export async function keepTree(
  root: string,
  { copies, aside }: { copies: string; aside: string },
): Promise<KeptTree | null> {
  const before = await differing(root).catch(() => null);
  if (!before) return null;
  const sizes = await Promise.all(before.present.map(async (path) => (await info(root, path))?.size ?? 0));
  if (sizes.reduce((sum, size) => sum + size, 0) > MAX_COPIED) return null;
  for (const path of before.present) await copyTo(join(root, path), join(copies, path));
  return {
    async putBack() {
      const now = await differing(root);
      const known = new Set([...before.changed, ...before.untracked]);
      const appeared = now.untracked.filter((path) => !known.has(path));
      const changed = now.changed.filter((path) => !known.has(path));
      const edited: string[] = [];
      for (const path of [...before.present, ...before.absent])
        if (!(await isSame(join(copies, path), join(root, path)))) edited.push(path);
      const paths = [...appeared, ...changed, ...edited].sort();
      if (paths.length === 0) return null;
      for (const path of paths) await moveTo(join(root, path), join(aside, path));
      if (changed.length > 0) {
        const input = changed.map((path) => `${path}\0`).join('');
        await git(['checkout-index', '-f', '-z', '--stdin'], { cwd: root, userConfig: true, input });
      }
      for (const path of edited) if (await info(copies, path)) await copyTo(join(copies, path), join(root, path));
      return { paths, aside };
    },
  };
}

/** What differs from the index, and what is not in it: which of both are files, and which do not exist. Links are left alone. */
async function differing(root: string) {
  const list = async (...args: string[]) => {
    const { stdout } = await git(args, { cwd: root, maxBytes: 2 ** 28, userConfig: true });
    return [...new Set(stdout.toString().split('\0').filter(Boolean))];
  };
  const changed = await list('diff', '--name-only', '--relative', '--no-ext-diff', '--ignore-submodules', '-z');
  const untracked = (await list('ls-files', '-o', '--exclude-standard', '-z')).filter((path) => !path.endsWith('/'));
  const stats = await Promise.all([...changed, ...untracked].map((path) => info(root, path)));
  const paths = [...changed, ...untracked];
  const present = paths.filter((_, index) => stats[index]?.isFile());
  return { changed, untracked, present, absent: paths.filter((_, index) => stats[index] === null) };
}

/** Also the same: what is no file on either side. */
async function isSame(one: string, other: string): Promise<boolean> {
  const [was, is] = await Promise.all([one, other].map((path) => lstat(path).catch(() => null)));
  if (!was) return !is?.isFile();
  if (!is?.isFile() || was.size !== is.size || (was.mode & 0o111) !== (is.mode & 0o111)) return false;
  return (await readFile(one)).equals(await readFile(other));
}

async function copyTo(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to);
  await chmod(to, (await lstat(from)).mode);
}

/** Nothing to do if it is gone; across file systems it is copied. */
async function moveTo(from: string, to: string): Promise<void> {
  if (!(await lstat(from).catch(() => null))) return;
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await rename(from, to).catch(async () => {
    await copyFile(from, to);
    await rm(from);
  });
}

const info = (root: string, path: string) => lstat(join(root, path)).catch(() => null);
