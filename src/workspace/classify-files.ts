import { closeSync, lstatSync, openSync, readdirSync, type Stats } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { type BytePath, folderOf, folderProbe, listPaths, onDisk } from '../system/paths.ts';
import type { Seen } from './modes.ts';

export interface ClassifiedFiles {
  store: Seen[];
  /** Deleted, or no longer regular files. */
  drop: BytePath[];
  unreadable: BytePath[];
  /** Some dropped files are folders now. */
  becameFolders: boolean;
  notes: string[];
}

/** Sorts files that may have changed into those to store and those to drop. Notes name what cannot be stored. */
export async function classifyFiles(
  root: string,
  touched: ReadonlySet<BytePath>,
  others: readonly BytePath[],
): Promise<ClassifiedFiles> {
  const isFolder = folderProbe(root);
  const store: Seen[] = [];
  const drop: BytePath[] = [];
  const unreadable: BytePath[] = [];
  const reserved: BytePath[] = [];
  let becameFolders = false;
  const all = [...new Set([...touched, ...others])];
  for (const [at, path] of all.entries()) {
    // The first snapshot checks every file: yield to the event loop now and then.
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

/** The paths that still exist, with their stats. */
export function existingFiles(root: string, paths: readonly BytePath[]): Seen[] {
  const isFolder = folderProbe(root);
  return [...new Set(paths)].flatMap((path) => {
    const stats = isFolder(folderOf(path)) ? statsOf(onDisk(root, path)) : undefined;
    return stats ? [{ path, stats }] : [];
  });
}

function notesOn(unreadable: BytePath[], special: BytePath[], reserved: BytePath[]): string[] {
  const notes: string[] = [];
  if (unreadable.length > 0) notes.push(`not stored, because they cannot be read: ${listPaths(unreadable)}`);
  if (special.length > 0) notes.push(`not stored, because they are pipes, sockets or devices: ${listPaths(special)}`);
  if (reserved.length > 0) notes.push(`not stored, because git reserves the name: ${listPaths(reserved)}`);
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

/** git skips these silently. Only searches folders with changes, not the whole tree. */
function specialFilesIn(root: string, folder: BytePath): BytePath[] {
  try {
    return readdirSync(onDisk(root, folder), { withFileTypes: true, encoding: 'latin1' })
      .filter((entry) => !entry.isFile() && !entry.isDirectory() && !entry.isSymbolicLink())
      .map((entry) => (folder === '' ? entry.name : `${folder}/${entry.name}`));
  } catch {
    return [];
  }
}
