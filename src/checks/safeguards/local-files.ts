import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { LocalFiles } from '../../ports/local-files.ts';
import { isBuildOutput, type Wanted } from '../../workspace/index.ts';
import { leadsThroughLink, moveAside, newStore } from './move-aside.ts';

interface Noted {
  /** What it was before the agent ran, and what it was when it had ended; see `stateOf`. */
  before: string | null;
  after?: string | null;
  mode: number;
  copied: boolean;
}
type Notes = Record<string, Noted>;

const MAX_FILES = 1000;
const MAX_FILES_OF_FOLDER = 100;
const MAX_FILE_BYTES = 1024 * 1024;
const MAX_TOTAL_BYTES = 16 * 1024 * 1024;

/** Below the loop's folder, which only the user can read. */
export const localFilesFolder = (loopFolder: string) => join(loopFolder, 'local-files');

export function openLocalFiles(
  root: string,
  folder: string,
  list: (commit: string, filter: Wanted) => Promise<string[]>,
): LocalFiles {
  let paths: string[] | null = null;
  const folderOf = (iteration: number) => join(folder, String(iteration));
  const listingOf = (iteration: number) => join(folderOf(iteration), 'listing.json');
  const copyOf = (iteration: number, path: string) => join(folderOf(iteration), 'before', path);
  const read = (iteration: number) => readNotes(listingOf(iteration));
  const write = (iteration: number, notes: Notes) => {
    if (Object.keys(notes).length === 0) return rmSync(folderOf(iteration), { recursive: true, force: true });
    mkdirSync(folderOf(iteration), { recursive: true, mode: 0o700 });
    writeFileSync(listingOf(iteration), JSON.stringify(notes), { mode: 0o600 });
  };
  const state = (path: string) => stateOf(join(root, path));

  return {
    async note(commit, iteration) {
      // What comes later is of the agents or their commands, and no command of Jumar's may ask git again each time.
      paths ??= await list(commit, localOnly());
      const earlier = read(iteration);
      const notes: Notes = {};
      let bytes = 0;
      for (const path of new Set([...Object.keys(earlier), ...paths])) {
        const previous = earlier[path];
        const now = state(path);
        if (previous?.after !== undefined && previous.after === now) {
          notes[path] = previous;
          continue;
        }
        const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
        if (!stats || now === null || stats.isDirectory()) continue;
        const isSmall = stats.size <= MAX_FILE_BYTES && bytes + stats.size <= MAX_TOTAL_BYTES;
        const copied = stats.isFile() && isSmall && tryCopy(join(root, path), copyOf(iteration, path));
        if (copied) bytes += stats.size;
        notes[path] = { before: now, mode: stats.mode & 0o777, copied };
      }
      write(iteration, notes);
    },

    async compare(iteration) {
      const changed: Notes = {};
      for (const [path, noted] of Object.entries(read(iteration))) {
        const after = state(path);
        if (after !== noted.before) changed[path] = { ...noted, after };
        else rmSync(copyOf(iteration, path), { force: true });
      }
      write(iteration, changed);
    },

    async changes(iteration) {
      const changes = Object.entries(read(iteration))
        .filter(([path, { after }]) => after !== undefined && state(path) === after)
        .map(([path, { after, copied }]) => ({
          path,
          what: after === null ? ('removed' as const) : ('changed' as const),
          undoable: copied,
        }));
      return { changes, copies: join(folderOf(iteration), 'before') };
    },

    async restore(iterations) {
      const restored = new Set<string>();
      const notes: string[] = [];
      const store = newStore();
      const left = (iteration: number) => join(folder, `left-${iteration}-${store}`);
      for (const iteration of [...iterations].sort((a, b) => b - a)) {
        let isLeft = false;
        for (const [path, noted] of Object.entries(read(iteration))) {
          const now = state(path);
          if (now === noted.before) continue;
          const why = whyNot(root, path, noted, now);
          if (why !== null) {
            isLeft = true;
            notes.push(whatStays(path, why, noted.copied ? join(left(iteration), 'before', path) : null));
            continue;
          }
          if (now !== null) moveAside(root, path, store);
          mkdirSync(dirname(join(root, path)), { recursive: true });
          copyFileSync(copyOf(iteration, path), join(root, path));
          chmodSync(join(root, path), noted.mode);
          restored.add(path);
        }
        // The copy of what stays is kept, under another name: the iteration may be done again.
        if (isLeft) renameSync(folderOf(iteration), left(iteration));
        else rmSync(folderOf(iteration), { recursive: true, force: true });
      }
      return { restored: [...restored], notes };
    },
  };
}

function whyNot(root: string, path: string, { after, copied }: Noted, now: string | null): string | null {
  if (after === undefined) return 'an agent that was interrupted, or you, changed it';
  if (now !== after) return 'the agent changed it, and somebody else after it';
  if (!copied) return 'the agent changed it, and it was too large for a copy';
  return leadsThroughLink(root, path) ? 'a link leads to it now' : null;
}

function whatStays(path: string, why: string, copy: string | null): string {
  return `${path}, which git ignores, stays as it is: ${why}${copy === null ? '' : `; the version from before is ${copy}`}`;
}

/** Completely ignored folders are searched, but not far: what holds hundreds of files is no setting. */
function localOnly(): Wanted {
  let count = 0;
  const inFolder = new Map<string, number>();
  return {
    matches: (path) => {
      const files = (inFolder.get(dirname(path)) ?? 0) + 1;
      inFolder.set(dirname(path), files);
      return files <= MAX_FILES_OF_FOLDER && ++count <= MAX_FILES;
    },
    names: (path) => count <= MAX_FILES && path.split('/').length <= 4,
    skips: (name) => isBuildOutput(name) || /^(?:vendor|\.git|\.jumar)$|\.(?:pid|sock|lock)$/.test(name),
  };
}

/** Equal if content and permissions are; of what is large, if nobody wrote to it. Null: there is nothing. */
function stateOf(path: string): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return null;
  if (stats.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  if (!stats.isFile()) return 'other';
  const { size, mode, ino, ctimeMs } = stats;
  if (size > MAX_FILE_BYTES) return `large ${ino} ${ctimeMs} ${size}`;
  try {
    return `${mode & 0o777} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
  } catch {
    return 'unreadable';
  }
}

function tryCopy(from: string, to: string): boolean {
  try {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    rmSync(to, { force: true });
    copyFileSync(from, to);
    chmodSync(to, 0o600);
    return true;
  } catch {
    return false;
  }
}

function readNotes(file: string): Notes {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Notes) : {};
}
