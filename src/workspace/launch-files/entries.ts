import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** What is at a path. `content` is in base64. */
export type Entry =
  | { is: 'nothing' }
  | { is: 'file'; content: string; mode: number }
  | { is: 'folder'; files: Record<string, Entry> }
  /** `content`: of the file that the link leads to, if it is one. */
  | { is: 'link'; to: string; content: string | null }
  /** Too large, or of a kind that no command reads; it is not restored. */
  | { is: 'other' };

const MOST_BYTES = 1024 * 1024;
const MOST_FILES = 500;
const DEEPEST = 4;

export function readEntry(path: string, depth = 0): Entry {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return { is: 'nothing' };
  try {
    if (stats.isSymbolicLink()) return { is: 'link', to: readlinkSync(path), content: contentBehind(path) };
    if (stats.isFile() && stats.size <= MOST_BYTES) {
      return { is: 'file', content: readFileSync(path).toString('base64'), mode: stats.mode & 0o777 };
    }
    if (stats.isDirectory() && depth < DEEPEST) {
      // The samples of git's template run only once they are renamed.
      const names = readdirSync(path).filter((name) => !name.endsWith('.sample'));
      const files = names.slice(0, MOST_FILES).map((name) => [name, readEntry(join(path, name), depth + 1)] as const);
      return { is: 'folder', files: Object.fromEntries(files) };
    }
  } catch {
    // Unreadable: nobody's command reads it either.
  }
  return { is: 'other' };
}

function contentBehind(path: string): string | null {
  try {
    return readFileSync(path).toString('base64');
  } catch {
    return null;
  }
}

function isSameEntry(a: Entry, b: Entry): boolean {
  if (a.is !== b.is) return false;
  if (a.is === 'file' && b.is === 'file') return a.content === b.content && (a.mode & 0o111) === (b.mode & 0o111);
  if (a.is === 'link' && b.is === 'link') return a.to === b.to && a.content === b.content;
  return true;
}

/**
 * The paths below a folder that differ, relative to it; an empty one stands for the place itself. An empty folder is as
 * good as none.
 */
export function changedBelow(a: Entry, b: Entry): string[] {
  if (a.is !== 'folder' && b.is !== 'folder') return isSameEntry(a, b) ? [] : [''];
  const [was, is] = [filesIn(a), filesIn(b)];
  if (!was || !is) return [''];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort();
  return names.flatMap((name) =>
    changedBelow(was[name] ?? { is: 'nothing' }, is[name] ?? { is: 'nothing' }).map((path) =>
      path === '' ? name : `${name}/${path}`,
    ),
  );
}

function filesIn(entry: Entry): Record<string, Entry> | null {
  return entry.is === 'folder' ? entry.files : entry.is === 'nothing' ? {} : null;
}

export function entryBelow(entry: Entry, path: string): Entry {
  if (path === '') return entry;
  const [first = '', ...rest] = path.split('/');
  return entry.is === 'folder'
    ? entryBelow(entry.files[first] ?? { is: 'nothing' }, rest.join('/'))
    : { is: 'nothing' };
}

/** Puts the entry in the place of what is there now, and that into the folder `aside`. */
export function putBack(path: string, before: Entry, aside: string): void {
  if (existsSync(path) || lstatSync(path, { throwIfNoEntry: false })) {
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    cpSync(path, join(aside, basename(path)), { recursive: true, verbatimSymlinks: true });
  }
  const now = lstatSync(path, { throwIfNoEntry: false });
  if (before.is === 'link' && now?.isSymbolicLink() && readlinkSync(path) === before.to) {
    // Only what is behind it was changed.
    const content = contentBehind(path);
    if (content !== null) writeFileSync(join(aside, `${basename(path)}.content`), Buffer.from(content, 'base64'));
    if (before.content !== null) writeFileSync(path, Buffer.from(before.content, 'base64'));
    else rmSync(realpathSync(path), { force: true });
    return;
  }
  rmSync(path, { recursive: true, force: true });
  write(path, before);
}

function write(path: string, entry: Entry): void {
  if (entry.is === 'nothing' || entry.is === 'other') return;
  mkdirSync(dirname(path), { recursive: true });
  if (entry.is === 'link') symlinkSync(entry.to, path);
  else if (entry.is === 'file') {
    writeFileSync(path, Buffer.from(entry.content, 'base64'));
    chmodSync(path, entry.mode);
  } else {
    mkdirSync(path, { recursive: true });
    for (const [name, inner] of Object.entries(entry.files)) write(join(path, name), inner);
  }
}
