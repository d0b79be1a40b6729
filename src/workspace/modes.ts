import { existsSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { BytePath } from '../system/paths.ts';
import { writeDurably } from './durable.ts';
import type { Shadow } from './shadow.ts';

/**
 * Permissions beyond the executable bit, which is all that git stores: the usual mode, and the files with another one
 * (a private key, a read-only fixture). Null if too many differ to list.
 */
export interface Modes {
  plain: number;
  executable: number;
  odd: Record<BytePath, number> | null;
}

export interface Seen {
  path: BytePath;
  stats: Stats;
}

/** The permissions of the files in the index, as the last sync saw them. */
export function loadModes(shadow: Shadow): Modes | null {
  const file = modesFile(shadow);
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Modes;
  } catch {
    return null;
  }
}

/** Call this before adding the same files to the index: afterwards a change of mode goes unnoticed. */
export function storeModes(shadow: Shadow, modes: Modes): void {
  writeDurably(modesFile(shadow), Buffer.from(JSON.stringify(modes)));
}

/** In a new shadow repository, the usual mode comes from a snapshot of another machine. */
export function adoptModes(shadow: Shadow, { plain, executable }: Modes): void {
  if (!existsSync(modesFile(shadow))) storeModes(shadow, { plain, executable, odd: {} });
}

/** The permissions after storing some files and removing others; the same object if nothing changed. */
export function updatedModes(before: Modes | null, seen: readonly Seen[], gone: readonly BytePath[]): Modes {
  const usual = before ?? { ...mostCommon(seen), odd: {} };
  if (usual.odd === null) return usual;
  const odd = new Map(Object.entries(usual.odd));
  for (const path of gone) odd.delete(path);
  for (const { path, stats } of seen) {
    if (!stats.isFile() || permissions(stats) === usualMode(usual, stats)) odd.delete(path);
    else odd.set(path, permissions(stats));
  }
  if (odd.size > limit) return { ...usual, odd: null };
  const sorted = Object.fromEntries([...odd].sort(([a], [b]) => (a < b ? -1 : 1)));
  return before && JSON.stringify(sorted) === JSON.stringify(usual.odd) ? before : { ...usual, odd: sorted };
}

export function permissions(stats: Stats): number {
  return stats.mode & 0o777;
}

export function usualMode(modes: Modes, stats: Stats): number {
  return stats.mode & 0o100 ? modes.executable : modes.plain;
}

/** Whether a file's permissions changed. git misses that within a second of its last check. */
export function wasChmodded(modes: Modes | null, { path, stats }: Seen): boolean {
  if (!modes?.odd || !stats.isFile()) return false;
  return permissions(stats) !== (modes.odd[path] ?? usualMode(modes, stats));
}

/** Paths with different unusual permissions. */
export function oddDifferences(a: Modes, b: Modes): BytePath[] {
  if (!a.odd || !b.odd) return [];
  const one = a.odd;
  const other = b.odd;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((path) => one[path] !== other[path]);
}

/** Snapshots from different machines may have different usual modes. */
export function areUsualAlike(a: Modes, b: Modes): boolean {
  return a.plain === b.plain && a.executable === b.executable;
}

const limit = 1000;

function modesFile(shadow: Shadow): string {
  return join(shadow.cache, 'modes.json');
}

function mostCommon(seen: readonly Seen[]): { plain: number; executable: number } {
  const counts = { plain: new Map<number, number>(), executable: new Map<number, number>() };
  for (const { stats } of seen) {
    if (!stats.isFile()) continue;
    const side = stats.mode & 0o100 ? counts.executable : counts.plain;
    side.set(permissions(stats), (side.get(permissions(stats)) ?? 0) + 1);
  }
  const top = (side: Map<number, number>) => [...side].sort((a, b) => b[1] - a[1])[0]?.[0];
  const umask = process.umask();
  return { plain: top(counts.plain) ?? 0o666 & ~umask, executable: top(counts.executable) ?? 0o777 & ~umask };
}
