import { copyFileSync, linkSync, lstatSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MOST_FILES = 50_000;
const MOST_BYTES = 200 * 1024 * 1024;

/** Makes `to` the same as the git folder `from`; resolves with why that is not done, or null. */
export function mirrorTree(from: string, to: string): string | null {
  const wanted = filesIn(from);
  if (wanted.length > MOST_FILES) return `it has more than ${MOST_FILES} files`;
  const names = new Set(wanted);
  for (const file of filesIn(to)) if (!names.has(file)) rmSync(join(to, file), { force: true });
  return transfer(wanted, from, to, MOST_BYTES)
    ? null
    : `it is on another disk and larger than ${MOST_BYTES / 1024 ** 2} MB`;
}

export function copyTree(from: string, to: string): void {
  transfer(filesIn(from), from, to, Number.POSITIVE_INFINITY);
}

/** Objects never change once they are written, so that a second name for them will do. */
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
    else if (!(isObject(file) && linked(source, target))) {
      bytes += found.size;
      if (bytes > mostBytes) return false;
      copyFileSync(source, target);
    }
  }
  return true;
}

/** Without these git takes the folder for no repository. */
const EMPTY_FOLDERS = ['objects', 'refs/heads', 'refs/tags'];

function linked(source: string, target: string): boolean {
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
