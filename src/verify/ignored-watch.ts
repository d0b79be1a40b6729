import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { makeAside } from '../workspace/aside.ts';
import { isBuildOutput } from '../workspace/ignore.ts';
import type { Wanted } from '../workspace/ignored.ts';
import { ancestors } from '../workspace/paths.ts';
import type { PathRules } from './path-rules.ts';

/** An ignored file that an agent made, changed or removed although it lies outside of what it may change. */
export interface IgnoredChange {
  path: string;
  what: 'made' | 'changed' | 'removed';
  /** False where it was too large for a copy to be kept. */
  undoable: boolean;
}

interface Seen {
  size: number;
  /** Whatever is written, moved or given other permissions has another one. */
  stamp: string;
  mode: number;
  kept: boolean;
}

const MOST_FILES = 20_000;
const LARGEST = 1024 * 1024;
const MOST_BYTES = 32 * 1024 * 1024;
const MADE_ANEW = /(?:^|\/)(?:dist|build|out|obj|\.output)\//;

/**
 * Snapshots leave ignored files out: so they are noted before an agent runs, small ones with a copy, and compared when it has ended. What
 * checks and people do in between is nobody's change. Dependencies, caches and logs do not count.
 */
export function openIgnoredWatch(
  root: string,
  folder: string,
  list: (commit: string, wanted: Wanted) => Promise<string[]>,
) {
  const listing = join(folder, 'ignored.json');
  const copyOf = (path: string) => join(folder, createHash('sha256').update(path).digest('hex').slice(0, 32));
  const seenNow = async (commit: string, only: PathRules) => {
    const paths = await list(commit, outside(only));
    return new Map(paths.flatMap((path) => entryOf(root, path)));
  };
  return {
    async note(commit: string, only: PathRules): Promise<void> {
      const before = read(listing);
      const now = await seenNow(commit, only);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      let bytes = 0;
      for (const [path, seen] of now) {
        const small = seen.size <= LARGEST && bytes + seen.size <= MOST_BYTES;
        const known = before.get(path);
        const asKept = known?.kept === true && known.stamp === seen.stamp && existsSync(copyOf(path));
        seen.kept = small && (asKept || copied(join(root, path), copyOf(path)));
        if (seen.kept) bytes += seen.size;
      }
      for (const path of before.keys()) if (!now.get(path)?.kept) rmSync(copyOf(path), { force: true });
      writeFileSync(listing, JSON.stringify([...now]), { mode: 0o600 });
    },

    async changes(commit: string, only: PathRules): Promise<IgnoredChange[]> {
      if (!existsSync(listing)) return [];
      const before = read(listing);
      const now = await seenNow(commit, only);
      const found: IgnoredChange[] = [];
      for (const [path, seen] of now) {
        const known = before.get(path);
        if (!known) found.push({ path, what: 'made', undoable: true });
        else if (known.stamp !== seen.stamp && !(known.kept && isSame(join(root, path), seen, copyOf(path), known)))
          found.push({ path, what: 'changed', undoable: known.kept });
      }
      for (const [path, { kept }] of before) {
        if (!now.has(path) && !lstatSync(join(root, path), { throwIfNoEntry: false }))
          found.push({ path, what: 'removed', undoable: kept });
      }
      return found;
    },

    /** Nothing is written or removed through a link. What is still there and not made anew by every build goes aside instead of being lost. */
    undo(changes: readonly IgnoredChange[]): void {
      const known = read(listing);
      const store = `${new Date().toISOString().replace(/[:.]/g, '-')}-${process.pid}`;
      for (const { path, what, undoable } of changes) {
        if (!undoable || leadsThroughLink(root, path)) continue;
        const place = join(root, path);
        if (lstatSync(place, { throwIfNoEntry: false })) {
          if (isMadeAnew(path)) rmSync(place, { recursive: true, force: true });
          else moveAside(root, path, store);
        }
        if (what === 'made') continue;
        mkdirSync(dirname(place), { recursive: true });
        copyFileSync(copyOf(path), place);
        chmodSync(place, (known.get(path)?.mode ?? 0o644) & 0o777);
      }
    },
  };
}

/** Every build writes it anew: nobody misses what an agent's build made of it. */
export function isMadeAnew(path: string): boolean {
  return MADE_ANEW.test(path);
}

function outside(only: PathRules): Wanted {
  let found = 0;
  return {
    matches: (path) => !only.matches(path) && ++found <= MOST_FILES,
    names: () => found <= MOST_FILES,
    skips: (name) =>
      (isBuildOutput(name) && !isMadeAnew(`${name}/`)) || /^(?:vendor|\.git|\.jumar)$|\.(?:pid|sock|lock)$/.test(name),
  };
}

function entryOf(root: string, path: string): [string, Seen][] {
  const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (!stats || !(stats.isFile() || stats.isSymbolicLink())) return [];
  const { size, ctimeMs, ino, mode } = stats;
  return [[path, { size, stamp: `${ino}:${ctimeMs}:${size}`, mode, kept: false }]];
}

function copied(from: string, to: string): boolean {
  if (!lstatSync(from).isFile()) return false;
  try {
    copyFileSync(from, to);
    return true;
  } catch {
    return false;
  }
}

function isSame(place: string, seen: Seen, copy: string, known: Seen): boolean {
  if (seen.mode !== known.mode || seen.size !== known.size || !lstatSync(place).isFile()) return false;
  return readFileSync(place).equals(readFileSync(copy));
}

function moveAside(root: string, path: string, store: string): void {
  const target = join(makeAside(root), store, path);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  renameSync(join(root, path), target);
}

function leadsThroughLink(root: string, path: string): boolean {
  return ancestors(path).some((folder) => {
    const stats = lstatSync(join(root, folder), { throwIfNoEntry: false });
    return stats !== undefined && !stats.isDirectory();
  });
}

function read(file: string): Map<string, Seen> {
  try {
    return new Map(JSON.parse(readFileSync(file, 'utf8')) as [string, Seen][]);
  } catch {
    return new Map();
  }
}
