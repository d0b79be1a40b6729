import {
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { OverlayFile } from '../ports/safeguards.ts';
import { ancestors, folderOf, folderProbe } from '../system/paths.ts';
import { writeDurably } from './durable.ts';

/** Files that temporarily replace files of the workspace. The replaced files are moved out, not copied. */
export interface Overlay {
  /** Throws if something cannot be moved or written; `putBack` undoes what was done so far. */
  lay(files: readonly OverlayFile[]): void;
  /** Restores the workspace, whatever ran in between; also works in a later process after a kill. */
  putBack(): void;
}

interface Entry {
  path: string;
  /** Where the replaced file was moved to; null if there was none. */
  aside: string | null;
}

interface Journal {
  store: string;
  entries: Entry[];
  /** Folders created for the files, outer ones first. */
  folders: string[];
}

/**
 * A journal in the state folder is on disk before anything moves, and records how to undo it. An interrupted undo can be
 * started again.
 */
export function openOverlay(root: string, state: string): Overlay {
  const journalFile = join(state, 'overlay.json');
  return {
    lay(files) {
      if (existsSync(journalFile)) undo(root, journalFile);
      const journal = plan(root, storeFor(root, state), files);
      mkdirSync(journal.store, { recursive: true, mode: 0o700 });
      writeDurably(journalFile, Buffer.from(JSON.stringify(journal)));
      for (const { path, aside } of journal.entries) {
        if (aside) renameSync(join(root, path), join(journal.store, aside));
      }
      for (const { path, content, mode } of files) {
        if (content === null) continue;
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), content, { flag: 'wx', mode });
      }
    },
    putBack() {
      if (existsSync(journalFile)) undo(root, journalFile);
    },
  };
}

function plan(root: string, store: string, files: readonly OverlayFile[]): Journal {
  const entries = new Map<string, Entry>();
  const folders: string[] = [];
  for (const { path, content } of files) {
    if (content === null) continue;
    const blocked = ancestors(path).find((folder) => {
      const stats = lstatSync(join(root, folder), { throwIfNoEntry: false });
      return !stats?.isDirectory();
    });
    for (const folder of blocked ? [blocked, ...ancestors(path).filter((one) => one.startsWith(`${blocked}/`))] : []) {
      if (!folders.includes(folder)) folders.push(folder);
    }
    const place = blocked ?? path;
    if (entries.has(place)) continue;
    const there = lstatSync(join(root, place), { throwIfNoEntry: false });
    if (there || place === path) entries.set(place, { path: place, aside: there ? String(entries.size) : null });
  }
  const isFolder = folderProbe(root);
  for (const { path, content } of files) {
    if (
      content !== null ||
      !isFolder(latin(folderOf(path))) ||
      [path, ...ancestors(path)].some((one) => entries.has(one))
    )
      continue;
    if (there(join(root, path))) entries.set(path, { path, aside: String(entries.size) });
  }
  return { store, entries: [...entries.values()], folders };
}

function undo(root: string, journalFile: string): void {
  const { store, entries, folders } = JSON.parse(readFileSync(journalFile, 'utf8')) as Journal;
  const gone = (path: string) => {
    // A command may have created a link on the path: never remove anything through it.
    if (folderProbe(root)(latin(folderOf(path)))) rmSync(join(root, path), { recursive: true, force: true });
  };
  for (const { path, aside } of entries) {
    if (aside === null) gone(path);
  }
  const moved = entries.filter(({ aside }) => aside !== null && there(join(store, aside)));
  const waiting = new Set(entries.filter(({ aside }) => aside !== null).map(({ path }) => path));
  for (const folder of folders.toReversed()) {
    // If a folder or link was moved out, its path is cleared below.
    if (!waiting.has(folder)) gone(folder);
  }
  const now = (Date.now() + 1) / 1000;
  for (const { path, aside } of moved) {
    clearWay(root, path);
    gone(path);
    renameSync(join(store, aside as string), join(root, path));
    // What was built from the temporary file is newer than the original was: make and cargo would take it for current.
    lutimesSync(join(root, path), now, now);
  }
  rmSync(journalFile, { force: true });
  removeEmpty(store);
}

/** In the state folder if it is on the same disk; otherwise in an unsnapshotted folder of the workspace. */
function storeFor(root: string, state: string): string {
  const device = (path: string) => lstatSync(path).dev;
  return device(root) === device(state) ? join(state, 'overlay') : join(root, '.jumar', 'aside', 'overlay');
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It contains something else: it stays.
  }
}

function clearWay(root: string, path: string): void {
  for (const folder of ancestors(path)) {
    const stats = lstatSync(join(root, folder), { throwIfNoEntry: false });
    if (stats && !stats.isDirectory()) rmSync(join(root, folder));
    if (!stats?.isDirectory()) mkdirSync(join(root, folder));
  }
}

/** Names here are text, `folderProbe` takes bytes. */
function latin(path: string): string {
  return Buffer.from(path).toString('latin1');
}

function there(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
