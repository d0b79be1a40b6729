import { closeSync, lstatSync, openSync, readdirSync, type Stats } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { Seen } from './modes.ts';
import { type BytePath, folderOf, folderProbe, named, onDisk } from './paths.ts';

export interface Sorted {
  store: Seen[];
  /** No longer files: gone, or something else now. */
  drop: BytePath[];
  unreadable: BytePath[];
  /** Some of those dropped are folders now. */
  becameFolders: boolean;
  notes: string[];
}

/** Looks at what may have changed and tells what can be stored, what must go, and, in notes, what cannot be stored. */
export async function sortOut(
  root: string,
  touched: ReadonlySet<BytePath>,
  others: readonly BytePath[],
): Promise<Sorted> {
  const isFolder = folderProbe(root);
  const store: Seen[] = [];
  const drop: BytePath[] = [];
  const unreadable: BytePath[] = [];
  const reserved: BytePath[] = [];
  let becameFolders = false;
  const all = [...new Set([...touched, ...others])];
  for (const [at, path] of all.entries()) {
    // The first snapshot looks at every file: others get their turn in between.
    if (at % 500 === 499) await setImmediate();
    const stats = isFolder(folderOf(path)) ? statsOf(onDisk(root, path)) : undefined;
    if (stats?.isFile() || stats?.isSymbolicLink()) {
      if (/(^|\/)\.git(\/|$)/i.test(path)) reserved.push(path);
      else if (isReadable(onDisk(root, path), stats)) store.push({ path, stats });
      else unreadable.push(path);
    } else if (touched.has(path)) {
      drop.push(path);
      becameFolders ||= stats?.isDirectory() ?? false;
    }
  }
  const special = [...new Set(all.map(folderOf))].filter(isFolder).flatMap((folder) => specialFilesIn(root, folder));
  return { store, drop, unreadable, becameFolders, notes: notesOn(unreadable, special, reserved) };
}

/** Those of the paths that are still there. */
export function seenAgain(root: string, paths: readonly BytePath[]): Seen[] {
  const isFolder = folderProbe(root);
  return [...new Set(paths)].flatMap((path) => {
    const stats = isFolder(folderOf(path)) ? statsOf(onDisk(root, path)) : undefined;
    return stats ? [{ path, stats }] : [];
  });
}

function notesOn(unreadable: BytePath[], special: BytePath[], reserved: BytePath[]): string[] {
  const notes: string[] = [];
  if (unreadable.length > 0) notes.push(`not stored, because they cannot be read: ${named(unreadable)}`);
  if (special.length > 0) notes.push(`not stored, because they are pipes, sockets or devices: ${named(special)}`);
  if (reserved.length > 0) notes.push(`not stored, because git takes the name for its own: ${named(reserved)}`);
  return notes;
}

function statsOf(path: Buffer): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function isReadable(path: Buffer, stats: Stats): boolean {
  const self = process.geteuid?.() ?? 0;
  if (self === 0 || stats.isSymbolicLink() || (stats.uid === self && stats.mode & 0o400)) return true;
  try {
    closeSync(openSync(path, 'r'));
    return true;
  } catch {
    return false;
  }
}

/** git passes over them without a word. They are looked for where something changed, not in the whole tree. */
function specialFilesIn(root: string, folder: BytePath): BytePath[] {
  try {
    return readdirSync(onDisk(root, folder), { withFileTypes: true, encoding: 'latin1' })
      .filter((entry) => !entry.isFile() && !entry.isDirectory() && !entry.isSymbolicLink())
      .map((entry) => (folder === '' ? entry.name : `${folder}/${entry.name}`));
  } catch {
    return [];
  }
}
