import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeDurably } from './durable.ts';
import { ancestors, folderOf, folderProbe } from './paths.ts';

export interface LaidFile {
  /** Relative to the workspace's root. */
  path: string;
  /** Null: whatever is there is taken away. */
  content: Buffer | null;
  mode: number;
}

/** Files laid over the workspace for a while. What they take the place of is moved out of it, not copied. */
export interface Overlay {
  /** Rejects where something cannot be moved or written; whatever was laid by then is put back by `putBack`. */
  lay(files: readonly LaidFile[]): void;
  /** The workspace as it was before, whatever ran meanwhile; also after a kill, by whoever comes next. */
  putBack(): void;
}

interface Entry {
  path: string;
  /** Where that which was there before is kept; null where nothing was there. */
  aside: string | null;
}

interface Journal {
  store: string;
  entries: Entry[];
  /** Folders that were made for the files, the outer first. */
  folders: string[];
}

/**
 * A journal in the state folder is on disk before anything moves, and says how to undo all of it; undoing may itself be
 * cut short and begun again.
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

function plan(root: string, store: string, files: readonly LaidFile[]): Journal {
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
    // What ran meanwhile may have put a link on the way: nothing is removed through it.
    if (folderProbe(root)(latin(folderOf(path)))) rmSync(join(root, path), { recursive: true, force: true });
  };
  for (const { path, aside } of entries) {
    if (aside === null) gone(path);
  }
  const moved = entries.filter(({ aside }) => aside !== null && there(join(store, aside)));
  const waiting = new Set(entries.filter(({ aside }) => aside !== null).map(({ path }) => path));
  for (const folder of folders.toReversed()) {
    // The place of a folder or link that was moved out is cleared with it, below.
    if (!waiting.has(folder)) gone(folder);
  }
  for (const { path, aside } of moved) {
    clearWay(root, path);
    gone(path);
    renameSync(join(store, aside as string), join(root, path));
  }
  rmSync(journalFile, { force: true });
  removeEmpty(store);
}

/** Beside the state, where a rename reaches it; else in the workspace, where no snapshot looks. */
function storeFor(root: string, state: string): string {
  const device = (path: string) => lstatSync(path).dev;
  return device(root) === device(state) ? join(state, 'overlay') : join(root, '.jumar', 'aside', 'overlay');
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something else lies in it: it stays.
  }
}

function clearWay(root: string, path: string): void {
  for (const folder of ancestors(path)) {
    const stats = lstatSync(join(root, folder), { throwIfNoEntry: false });
    if (stats && !stats.isDirectory()) rmSync(join(root, folder));
    if (!stats?.isDirectory()) mkdirSync(join(root, folder));
  }
}

/** Names here are text, the probe's are bytes. */
function latin(path: string): string {
  return Buffer.from(path).toString('latin1');
}

function there(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
