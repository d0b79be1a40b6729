import type { Dirent } from 'node:fs';
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, readlink, realpath, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { WarmRunner } from './model/model.ts';

/** A copy of the workspace in which candidates are tried. */
export interface Scratch {
  root: string;
  /** Where the commands run. */
  cwd: string;
  /** A quicker first look at candidates, if the runner has one. */
  warm?: WarmRunner;
}

const LEFT_OUT = new Set(['.git', '.hg', '.svn', '.jumar', '__pycache__', '.pytest_cache', '.mypy_cache']);
const LINKED = new Set(['.venv', 'venv', 'vendor', 'bower_components']);
const MAX_FILES = 20_000;

/**
 * Copies the workspace and links installed dependencies. Rejects if there are too many files to copy in reasonable time.
 * Leaves out Python's compiled files: their timestamps are too coarse for edits within a second.
 */
export async function makeScratch(root: string, cwd: string, target: string): Promise<Scratch> {
  await mkdir(target, { recursive: true });
  const from = await realpath(root);
  const to = await realpath(target);
  await copyFolder({ from, to, files: 0 }, '');
  return { root: to, cwd: cwd === root ? to : join(to, cwd.slice(root.length + 1)) };
}

interface Copying {
  from: string;
  to: string;
  files: number;
}

async function copyFolder(copying: Copying, path: string): Promise<void> {
  for (const entry of await readdir(join(copying.from, path), { withFileTypes: true }).catch(unlessGone([]))) {
    if (LEFT_OUT.has(entry.name)) continue;
    const inner = join(path, entry.name);
    if (entry.name === 'node_modules' && entry.isDirectory()) await linkModules(copying, inner);
    else if (LINKED.has(entry.name) && entry.isDirectory())
      await symlink(join(copying.from, inner), join(copying.to, inner));
    else await copyEntry(copying, entry, inner);
  }
}

async function copyEntry(copying: Copying, entry: Dirent, inner: string): Promise<void> {
  const [source, target] = [join(copying.from, inner), join(copying.to, inner)];
  if (entry.isDirectory()) {
    await mkdir(target, { recursive: true });
    await copyFolder(copying, inner);
  } else if (entry.isSymbolicLink()) await symlink(await readlink(source), target).catch(unlessGone(undefined));
  else if (entry.isFile()) {
    copying.files += 1;
    if (copying.files > MAX_FILES) throw new Error(`the workspace has more than ${MAX_FILES} files`);
    await copyFile(source, target, constants.COPYFILE_FICLONE).catch(unlessGone(undefined));
  }
}

/** What the checks make may be gone again by the time it is copied. */
function unlessGone<T>(instead: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code !== 'ENOENT') throw error;
    return instead;
  };
}

/** Links each package separately: a link into the workspace must point into the copy. */
async function linkModules(copying: Copying, path: string): Promise<void> {
  await mkdir(join(copying.to, path), { recursive: true });
  for (const entry of await readdir(join(copying.from, path), { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.name.startsWith('@') && entry.isDirectory()) await linkModules(copying, inner);
    else if (!/^\.(vite|vitest|cache)/.test(entry.name)) {
      await symlink(await leadingTo(copying, inner, entry), join(copying.to, inner));
    }
  }
}

async function leadingTo({ from, to }: Copying, inner: string, entry: Dirent): Promise<string> {
  const own = join(from, inner);
  if (!entry.isSymbolicLink()) return own;
  const target = resolve(dirname(own), await readlink(own));
  const isOurs = target.startsWith(`${from}/`) && !target.includes('/node_modules/');
  return isOurs ? join(to, target.slice(from.length + 1)) : target;
}
