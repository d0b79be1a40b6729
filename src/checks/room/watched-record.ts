import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../../system/files.ts';
import { statIfThere } from '../../system/stat-if-there.ts';
import { copyEntries } from './copy-entries.ts';
import type { WatchedPlace } from './watched-places.ts';

/** What differs in watched places from the start of the loop. Paths are absolute. */
export interface OutsideChanges {
  /** What came since where programs and settings are looked for: checks do not see it if they run in a cage. */
  added: string[];
  /** What changed or is gone, and cannot be shown as it was. */
  changed: string[];
  /** How a cage shows these places. */
  views: FolderView[];
}

export interface FolderView {
  path: string;
  /** Names that came since. */
  added: string[];
  /** Names of what was there, with where it is now: in its place, or in a copy. If it is not rebuilt, only what is in a copy. */
  present: { name: string; source: string }[];
  /** Whether it is shown as a new folder with what was there; else as it is, and what came since is covered. */
  isRebuilt: boolean;
}

interface Looks {
  /** What it looks like from outside. */
  stats: string;
  /** Of a small file: tools rewrite their scripts without changing them. */
  digest: string | null;
}

interface Noted extends WatchedPlace {
  entries: Record<string, Looks>;
}

const RECORD = 'outside.json';
const COPIES = 'outside';
const MAX_COPIED_BYTES = 256 * 1024;
const MAX_READ_BYTES = 16 * 1024;
const MAX_ENTRIES = 60_000;
const MAX_MOUNTS = 300;
/** Not what anybody wrote. */
const SKIPPED = /^(?:\.git|__pycache__)$/;

/** Notes what there is in these places; `folder` keeps it. What has too many entries is not watched. */
export async function noteOutside(places: readonly WatchedPlace[], folder: string): Promise<void> {
  const noted: Noted[] = [];
  for (const place of places) {
    const names = namesIn(place);
    if (names.length > MAX_ENTRIES) continue;
    const looks = names.map((name) => [name, looksOf(join(place.path, name))] as const);
    const entries = Object.fromEntries(looks.filter((entry): entry is [string, Looks] => entry[1] !== null));
    if (place.changes === 'restored') {
      const small = Object.keys(entries).filter((name) => isSmallFile(join(place.path, name)));
      await copyEntries(place.path, join(folder, COPIES, String(noted.length)), small);
    }
    noted.push({ ...place, entries });
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFileAtomic(join(folder, RECORD), JSON.stringify(noted));
}

/** What became of them; nothing if they were never noted. */
export function outsideChanges(folder: string): OutsideChanges {
  const file = join(folder, RECORD);
  const noted = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Noted[]) : [];
  const all = noted.map((place, at) => changesIn(place, join(folder, COPIES, String(at))));
  return {
    added: all.flatMap(({ added }) => added),
    changed: all.flatMap(({ changed }) => changed),
    views: all.flatMap(({ views }) => views),
  };
}

function changesIn({ path, isDeep, changes, entries }: Noted, copies: string): OutsideChanges {
  const here = (name: string) => join(path, name);
  const names = namesIn({ path, isDeep });
  const there = new Set(names);
  const added = topmost(names.filter((name) => !(name in entries)));
  const known = Object.entries(entries);
  const different = known.filter(([name, looks]) => differs(here(name), looks)).map(([name]) => name);
  const restored = different.filter((name) => changes === 'restored' && existsSync(join(copies, name)));
  const isRestored = new Set(restored);
  const lost = changes === 'ignored' ? [] : different.filter((name) => !isRestored.has(name));
  const present = known.map(([name]) => name).filter((name) => there.has(name) || isRestored.has(name));
  const isRebuilt = !isDeep && path !== '/' && present.length <= MAX_MOUNTS;
  const view: FolderView = {
    path,
    added,
    present: (isRebuilt ? present : restored).map((name) => ({
      name,
      source: isRestored.has(name) ? join(copies, name) : here(name),
    })),
    isRebuilt,
  };
  // A link cannot be covered.
  const links = isRebuilt || changes === 'ignored' ? [] : added.filter((name) => isLink(here(name)));
  return {
    added: changes === 'ignored' ? [] : added.map(here),
    changed: [...lost, ...links].map(here),
    views: added.length + restored.length > 0 ? [view] : [],
  };
}

function namesIn({ path: root, isDeep }: Pick<WatchedPlace, 'path' | 'isDeep'>): string[] {
  const names: string[] = [];
  const look = (folder: string) => {
    for (const entry of list(join(root, folder))) {
      if (names.length > 2 * MAX_ENTRIES || (isDeep && SKIPPED.test(entry.name))) continue;
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      names.push(name);
      if (isDeep && entry.isDirectory()) look(name);
    }
  };
  look('');
  return names;
}

function differs(path: string, { stats, digest }: Looks): boolean {
  if (statsOf(path) === stats) return false;
  return digest === null || looksOf(path)?.digest !== digest;
}

function looksOf(path: string): Looks | null {
  const stats = statsOf(path);
  const target = targetOf(path);
  return stats === null ? null : { stats, digest: target?.isFile() ? digestOf(path, target) : null };
}

/** The time of the last change cannot be set back. */
function statsOf(path: string): string | null {
  const stats = statIfThere(path);
  if (!stats?.isSymbolicLink()) return stats ? printOf(stats) : null;
  const target = targetOf(path);
  return `-> ${readlinkSync(path)} ${target ? printOf(target) : 'nowhere'}`;
}

/** Null if it leads nowhere, or where nobody may look. */
function targetOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

function printOf(stats: Stats): string {
  if (stats.isDirectory()) return 'folder';
  return stats.isFile() ? `${stats.ino} ${stats.size} ${stats.mode} ${stats.ctimeMs}` : 'special';
}

function digestOf(path: string, { size, mode }: Stats): string | null {
  if (size > MAX_READ_BYTES) return null;
  try {
    return `${mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
  } catch {
    return null;
  }
}

function isLink(path: string): boolean {
  return statIfThere(path)?.isSymbolicLink() === true;
}

function isSmallFile(path: string): boolean {
  const stats = statIfThere(path);
  return stats?.isFile() === true && stats.size <= MAX_COPIED_BYTES;
}

/** A new folder stands for all that is in it. */
function topmost(paths: readonly string[]): string[] {
  const all = new Set(paths);
  return paths.filter((path) => !foldersOf(path).some((folder) => all.has(folder)));
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

function list(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
