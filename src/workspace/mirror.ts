import { copyFileSync, linkSync, lstatSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MOST_FILES = 50_000;
const MOST_BYTES = 200 * 1024 * 1024;

/** Makes `to` a copy of the git folder `from`; returns the reason if it does not, or null. */
export function mirrorTree(from: string, to: string): string | null {
  const files = filesIn(from);
  if (files.length > MOST_FILES) return `it has more than ${MOST_FILES} files`;
  const names = new Set(files);
  for (const file of filesIn(to)) if (!names.has(file)) rmSync(join(to, file), { force: true });
  return transfer(files, from, to, MOST_BYTES)
    ? null
    : `it is on another disk and larger than ${MOST_BYTES / 1024 ** 2} MB`;
}

export function copyTree(from: string, to: string): void {
  transfer(filesIn(from), from, to, Number.POSITIVE_INFINITY);
}

/** Objects never change once written, so a hard link is enough. */
const isObject = (file: string) => /(?:^|\/)objects\//.test(file);

function transfer(files: readonly string[], from: string, to: string, mostBytes: number): boolean {
  let bytes = 0;
  for (const file of EMPTY_FOLDERS) mkdirSync(join(to, file), { recursive: true, mode: 0o700 });
  for (const file of files) {
    const [source, target] = [join(from, file), join(to, file)];
    const found = lstatSync(source, { throwIfNoEntry: false });
    if (!found) continue;
    const there = lstatSync(target, { throwIfNoEntry: false });
    if (there && isObject(file) && there.size === found.size) continue;
    if (there) rmSync(target, { force: true });
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    if (found.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (!(isObject(file) && tryLink(source, target))) {
      bytes += found.size;
      if (bytes > mostBytes) return false;
      copyFileSync(source, target);
    }
  }
  return true;
}

/** Without these folders, git does not recognize a repository. */
const EMPTY_FOLDERS = ['objects', 'refs/heads', 'refs/tags'];

function tryLink(source: string, target: string): boolean {
  try {
    linkSync(source, target);
    return true;
  } catch {
    return false;
  }
}

/** Regular files and links, relative to the folder, without git's own lock files. */
function filesIn(folder: string, below = ''): string[] {
  const entries = readdirOf(join(folder, below));
  return entries.flatMap((entry) => {
    const path = below ? `${below}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return filesIn(folder, path);
    return (entry.isFile() || entry.isSymbolicLink()) && !/\.lock$/.test(path) ? [path] : [];
  });
}

function readdirOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
