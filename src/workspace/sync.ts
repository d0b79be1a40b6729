import { GitError } from './git.ts';
import { findDifferences } from './look.ts';
import { loadModes, type Modes, type Seen, storeModes, updatedModes, wasChmodded } from './modes.ts';
import { type BytePath, display, joinNul } from './paths.ts';
import type { Scope } from './scope.ts';
import { bigFile, type Shadow } from './shadow.ts';
import { seenAgain, sortOut } from './sort-out.ts';

export interface SyncOptions {
  scope: Scope;
  /** Ignore rules made since the baseline that are honoured beside the scope's. */
  added: readonly string[];
  /** Find out by the `.gitignore` files as they are now which those are; the ones given are only a guess. */
  judge: boolean;
  /** Files tracked despite being ignored that may be missing in the index. */
  pending: readonly BytePath[];
  /** Files changed so lately that a change of their permissions alone would escape git. */
  recent: readonly BytePath[];
}

export interface Synced {
  stored: Set<BytePath>;
  dropped: Set<BytePath>;
  /** The ignore rules made since the baseline that are honoured. */
  added: string[];
  modes: Modes;
  /** Files of which the index holds an older content, because they cannot be read. */
  stale: Set<BytePath>;
  /** For the next sync. */
  recent: BytePath[];
  notes: string[];
}

/**
 * Makes the index say what the working tree holds. Not `git add`: that takes its ignore rules from the `.gitignore`
 * files as an agent left them.
 */
export async function syncIndex(shadow: Shadow, options: SyncOptions): Promise<Synced> {
  const { becameFolders, ...first } = await syncOnce(shadow, options);
  if (!becameFolders) return first;
  // A file that became a repository: git tells of what is in it only once the file is out of the index.
  const second = await syncOnce(shadow, { ...options, added: first.added, pending: [], recent: first.recent });
  return {
    ...second,
    stored: new Set([...first.stored, ...second.stored]),
    dropped: new Set([...first.dropped, ...second.dropped]),
    stale: new Set([...first.stale, ...second.stale]),
    notes: [...new Set([...first.notes, ...second.notes])],
  };
}

async function syncOnce(shadow: Shadow, options: SyncOptions): Promise<Synced & { becameFolders: boolean }> {
  const horizon = Date.now() - 2000;
  const known = loadModes(shadow);
  const found = await findDifferences(shadow, options);
  const recent = seenAgain(shadow.root, options.recent);
  const chmodded = recent.filter((one) => wasChmodded(known, one)).map(({ path }) => path);
  const touched = new Set([...found.touched, ...chmodded]);
  const sorted = await sortOut(shadow.root, touched, [...found.untracked, ...options.pending]);
  const modes = updatedModes(known, sorted.store, sorted.drop);
  if (modes !== known) storeModes(shadow, modes);

  const stored = sorted.store.map(({ path }) => path);
  const refused = [
    ...(await updateIndex(shadow, ['--force-remove'], sorted.drop)),
    ...(await updateIndex(shadow, ['--add', '--remove', '--replace'], stored, sizeOf(sorted.store))),
  ];
  const unread = [...sorted.unreadable, ...refused.map(({ path }) => path)];
  return {
    stored: new Set(stored),
    dropped: new Set(sorted.drop),
    added: found.added,
    modes,
    stale: new Set(unread.filter((path) => touched.has(path))),
    recent: [...recent, ...sorted.store].filter(({ stats }) => stats.ctimeMs > horizon).map(({ path }) => path),
    notes: [
      ...found.warnings.map((line) => `not looked into: ${line}`),
      ...sorted.notes,
      ...refused.map(({ path, why }) => `not stored: ${display(path)} (${why})`),
      ...(modes.odd === null && known?.odd !== null ? [tooManyModes] : []),
    ],
    becameFolders: sorted.becameFolders,
  };
}

const tooManyModes = 'too many files have unusual permissions: of all files only the executable bit is kept';

function sizeOf(files: readonly Seen[]): number {
  return files.reduce((sum, { stats }) => sum + stats.size, 0);
}

interface Refused {
  path: BytePath;
  why: string;
}

/** Feeds the paths to the index; one that git cannot process (it vanished or changed just now) is left out and told. */
async function updateIndex(
  shadow: Shadow,
  flags: readonly string[],
  paths: readonly BytePath[],
  bytes = 0,
): Promise<Refused[]> {
  const refused: Refused[] = [];
  let rest = paths;
  while (rest.length > 0) {
    try {
      const how = bulk(rest.length, bytes);
      await shadow.run([...how, 'update-index', ...flags, '-z', '--stdin'], { input: joinNul(rest) });
      return refused;
    } catch (error) {
      const stderr = error instanceof GitError ? error.stderr : '';
      const culprit = /^fatal: Unable to process path (.*?)\n?$/ms.exec(stderr)?.[1];
      if (culprit === undefined || !rest.includes(culprit) || refused.length >= 20) throw error;
      refused.push({ path: culprit, why: stderr.split('\n')[0] ?? '' });
      rest = rest.filter((path) => path !== culprit);
    }
  }
  return refused;
}

/**
 * Many new files go into one pack: as durable as one file each, and several times faster. A pack, to which big files
 * go by themselves, must not be written with the fsync method `batch`: git 2.39 loses track of it.
 */
function bulk(files: number, bytes: number): string[] {
  const pack = files >= 1000 ? ['-c', 'core.bigFileThreshold=1'] : [];
  return pack.length > 0 || bytes >= bigFile ? ['-c', 'core.fsyncMethod=fsync', ...pack] : [];
}
