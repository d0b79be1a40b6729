import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isRebuilt } from '../../core/verification/build-output.ts';
import type { IgnoredChange } from '../../ports/safeguards.ts';
import type { PathRules } from '../../system/path-rules.ts';
import type { Wanted } from '../../workspace/index.ts';
import { isBuildOutput } from '../../workspace/index.ts';
import { leadsThroughLink, moveAside, newStore } from './move-aside.ts';

interface FileEntry {
  size: number;
  /** Changes whenever the file is written, moved or given new permissions. */
  stamp: string;
  mode: number;
  kept: boolean;
}

const MAX_FILES = 20_000;
const MAX_FILE_BYTES = 1024 * 1024;
const MAX_TOTAL_BYTES = 32 * 1024 * 1024;

/**
 * Snapshots do not contain ignored files. So they are listed before an agent runs, small ones with a copy, and compared
 * afterwards. Changes by checks and people between runs do not count, nor do dependencies, caches and logs.
 */
export function openIgnoredWatch(
  root: string,
  folder: string,
  list: (commit: string, filter: Wanted) => Promise<string[]>,
) {
  const listing = join(folder, 'ignored.json');
  const copyOf = (path: string) => join(folder, createHash('sha256').update(path).digest('hex').slice(0, 32));
  const listNow = async (commit: string, only: PathRules) => {
    const paths = await list(commit, outside(only));
    return new Map(paths.flatMap((path) => entryOf(root, path)));
  };
  return {
    async note(commit: string, only: PathRules): Promise<void> {
      const before = readListing(listing);
      const now = await listNow(commit, only);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      let bytes = 0;
      for (const [path, entry] of now) {
        const isSmall = entry.size <= MAX_FILE_BYTES && bytes + entry.size <= MAX_TOTAL_BYTES;
        const previous = before.get(path);
        const hasCopy = previous?.kept === true && previous.stamp === entry.stamp && existsSync(copyOf(path));
        entry.kept = isSmall && (hasCopy || tryCopy(join(root, path), copyOf(path)));
        if (entry.kept) bytes += entry.size;
      }
      for (const path of before.keys()) if (!now.get(path)?.kept) rmSync(copyOf(path), { force: true });
      writeFileSync(listing, JSON.stringify([...now]), { mode: 0o600 });
    },

    async changes(commit: string, only: PathRules): Promise<IgnoredChange[]> {
      if (!existsSync(listing)) return [];
      const before = readListing(listing);
      const now = await listNow(commit, only);
      const changes: IgnoredChange[] = [];
      for (const [path, entry] of now) {
        const previous = before.get(path);
        if (!previous) changes.push({ path, what: 'made', undoable: true });
        else if (
          previous.stamp !== entry.stamp &&
          !(previous.kept && isSame(join(root, path), entry, copyOf(path), previous))
        )
          changes.push({ path, what: 'changed', undoable: previous.kept });
      }
      for (const [path, { kept }] of before) {
        if (!now.has(path) && !lstatSync(join(root, path), { throwIfNoEntry: false }))
          changes.push({ path, what: 'removed', undoable: kept });
      }
      return changes;
    },

    /** Never writes or removes through a link. Existing files are moved aside instead of deleted, unless every build recreates them. */
    undo(changes: readonly IgnoredChange[]): void {
      const previous = readListing(listing);
      const store = newStore();
      for (const { path, what, undoable } of changes) {
        if (!undoable || leadsThroughLink(root, path)) continue;
        const place = join(root, path);
        if (lstatSync(place, { throwIfNoEntry: false })) {
          if (isRebuilt(path)) rmSync(place, { recursive: true, force: true });
          else moveAside(root, path, store);
        }
        if (what === 'made') continue;
        mkdirSync(dirname(place), { recursive: true });
        copyFileSync(copyOf(path), place);
        chmodSync(place, (previous.get(path)?.mode ?? 0o644) & 0o777);
      }
    },
  };
}

function outside(only: PathRules): Wanted {
  let count = 0;
  return {
    matches: (path) => !only.matches(path) && ++count <= MAX_FILES,
    names: () => count <= MAX_FILES,
    skips: (name) =>
      (isBuildOutput(name) && !isRebuilt(`${name}/`)) || /^(?:vendor|\.git|\.jumar)$|\.(?:pid|sock|lock)$/.test(name),
  };
}

function entryOf(root: string, path: string): [string, FileEntry][] {
  const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (!stats || !(stats.isFile() || stats.isSymbolicLink())) return [];
  const { size, ctimeMs, ino, mode } = stats;
  return [[path, { size, stamp: `${ino}:${ctimeMs}:${size}`, mode, kept: false }]];
}

function tryCopy(from: string, to: string): boolean {
  if (!lstatSync(from).isFile()) return false;
  try {
    copyFileSync(from, to);
    return true;
  } catch {
    return false;
  }
}

function isSame(place: string, entry: FileEntry, copy: string, previous: FileEntry): boolean {
  if (entry.mode !== previous.mode || entry.size !== previous.size || !lstatSync(place).isFile()) return false;
  return readFileSync(place).equals(readFileSync(copy));
}

function readListing(file: string): Map<string, FileEntry> {
  try {
    return new Map(JSON.parse(readFileSync(file, 'utf8')) as [string, FileEntry][]);
  } catch {
    return new Map();
  }
}
