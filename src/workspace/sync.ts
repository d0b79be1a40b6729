import { GitError } from '../system/git.ts';
import { type BytePath, display, joinNul } from '../system/paths.ts';
import { classifyFiles, existingFiles } from './classify-files.ts';
import type { SyncOptions } from './find-differences.ts';
import { findDifferences } from './find-differences.ts';
import { loadModes, type Modes, type Seen, storeModes, updatedModes, wasChmodded } from './modes.ts';
import { isIgnoreFile } from './scope.ts';
import { bigFile, type Shadow } from './shadow.ts';
import { sizeNotes } from './size-notes.ts';

export interface Synced {
  stored: Set<BytePath>;
  dropped: Set<BytePath>;
  /** The ignore rules added since the baseline that are honoured. */
  added: string[];
  modes: Modes;
  /** The `.gitignore` files that are in the index now; null if they are not known. */
  ignoreFiles: BytePath[] | null;
  /** Files with old content in the index, because they cannot be read. */
  stale: Set<BytePath>;
  /** Files and folders that were not stored, because they cannot be read. */
  unread: Set<BytePath>;
  /** For the next sync. */
  recent: BytePath[];
  notes: string[];
}

/**
 * Updates the index to match the working tree. Not with `git add`, which reads its ignore rules from the current
 * `.gitignore` files, and an agent may have changed them.
 */
export async function syncIndex(shadow: Shadow, options: SyncOptions): Promise<Synced> {
  const { becameFolders, ...first } = await syncOnce(shadow, options);
  if (!becameFolders) return first;
  // If a file became a repository, git lists its content only after the file is out of the index.
  const second = await syncOnce(shadow, {
    ...options,
    added: first.added,
    pending: [],
    ignoreFiles: first.ignoreFiles,
    recent: first.recent,
  });
  return {
    ...second,
    stored: new Set([...first.stored, ...second.stored]),
    dropped: new Set([...first.dropped, ...second.dropped]),
    stale: new Set([...first.stale, ...second.stale]),
    unread: new Set([...first.unread, ...second.unread]),
    notes: [...new Set([...first.notes, ...second.notes])],
  };
}

async function syncOnce(shadow: Shadow, options: SyncOptions): Promise<Synced & { becameFolders: boolean }> {
  const horizon = Date.now() - 2000;
  const previousModes = loadModes(shadow);
  const found = await findDifferences(shadow, options);
  const recent = existingFiles(shadow.root, options.recent);
  const chmodded = recent.filter((one) => wasChmodded(previousModes, one)).map(({ path }) => path);
  const touched = new Set([...found.touched, ...chmodded]);
  const sorted = await classifyFiles(shadow.root, touched, [...found.untracked, ...options.pending]);
  const modes = updatedModes(previousModes, sorted.store, sorted.drop);
  if (modes !== previousModes) storeModes(shadow, modes);

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
    ignoreFiles: found.ignoreFiles && updated(found.ignoreFiles, stored, sorted.drop),
    stale: new Set(unread.filter((path) => touched.has(path))),
    unread: new Set([...unread, ...found.warnings.flatMap(folderIn)]),
    recent: [...recent, ...sorted.store].filter(({ stats }) => stats.ctimeMs > horizon).map(({ path }) => path),
    notes: [
      ...found.warnings.map((line) => `not read: ${line}`),
      ...sorted.notes,
      ...(options.judge ? sizeNotes(sorted.store) : []),
      ...refused.map(({ path, why }) => `not stored: ${display(path)} (${why})`),
      ...(modes.odd === null && previousModes?.odd !== null ? [tooManyModes] : []),
    ],
    becameFolders: sorted.becameFolders,
  };
}

function updated(ignoreFiles: readonly BytePath[], stored: readonly BytePath[], dropped: readonly BytePath[]) {
  const all = new Set([...ignoreFiles, ...stored.filter(isIgnoreFile)]);
  for (const path of dropped) all.delete(path);
  return [...all];
}

const tooManyModes = 'too many files have unusual permissions: only the executable bit is stored';

function sizeOf(files: readonly Seen[]): number {
  return files.reduce((sum, { stats }) => sum + stats.size, 0);
}

/** From git's warning about a folder that it could not open. */
function folderIn(warning: string): BytePath[] {
  const [, folder] = /could not open directory '(.+?)\/?': /.exec(warning) ?? [];
  return folder === undefined ? [] : [folder];
}

interface Refused {
  path: BytePath;
  why: string;
}

/** Passes the paths to git. Leaves out and returns those that git cannot process (just deleted or changed). */
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
 * Writes many new files into one pack: as durable as loose objects, and several times faster. Big files go into a pack
 * anyway. A pack must not use the fsync method `batch`: git 2.39 loses track of it.
 */
function bulk(files: number, bytes: number): string[] {
  const pack = files >= 1000 ? ['-c', 'core.bigFileThreshold=1'] : [];
  return pack.length > 0 || bytes >= bigFile ? ['-c', 'core.fsyncMethod=fsync', ...pack] : [];
}
