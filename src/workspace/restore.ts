import { chmodSync, existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { GitError } from '../system/git.ts';
import { type BytePath, display, folderOf, folderProbe, listPaths, onDisk, splitNul } from '../system/paths.ts';
import { emptyTree } from '../system/tree-diff.ts';
import type { Difference } from './aside.ts';
import { clearTheWay } from './aside.ts';
import { differences } from './compare.ts';
import { WorkspaceError } from './errors.ts';
import { adoptModes, areUsualAlike, type Modes, oddDifferences, permissions, storeModes, usualMode } from './modes.ts';
import { readRecord } from './record.ts';
import { removeFromIndex, scopeOf, storedButIgnored } from './scope.ts';
import { setTreeAside } from './set-aside.ts';
import type { Shadow } from './shadow.ts';
import type { WorkspaceParts } from './snapshot.ts';
import { syncFiles } from './sync-files.ts';
import { withWritableFolders } from './writable.ts';

export interface Restored {
  tree: string;
  /** How many paths differed. */
  extraneous: number;
  notes: string[];
}

export interface RestoreOptions {
  /** The snapshot that the workspace was last known to hold: what differs from it was done by somebody else. */
  held?: string | undefined;
  /** Paths whose content is known and kept elsewhere. */
  spare?: readonly BytePath[];
}

type RestoreParts = Pick<WorkspaceParts, 'shadow' | 'index' | 'referencedTrees'> & {
  /** Nothing in the working tree is worth keeping. */
  isDisposable?: boolean;
};

/**
 * Makes the working tree byte-identical to the snapshot. Files that the snapshot's rules ignore stay. Content
 * that is removed or overwritten is stored in the shadow repository first, or moved aside if that is not possible.
 */
export async function restoreSnapshot(
  parts: RestoreParts,
  commit: string,
  { held = commit, spare = [] }: RestoreOptions = {},
): Promise<Restored> {
  const notes: string[] = [];
  let known = held;
  for (let attempt = 1; ; attempt++) {
    const result = await restoreOnce(parts, commit, { held: known, spare });
    notes.push(...result.notes);
    if ('extraneous' in result) return { ...result, notes: [...new Set(notes)] };
    if (!result.isDisturbed || attempt === MOST_ATTEMPTS) return refuse(parts.shadow, result);
    if (result.failure === null) known = commit;
  }
}

/** The tree is not the snapshot's. */
interface Inexact {
  present: string;
  wanted: string;
  notes: string[];
  failure: GitError | null;
  /** Somebody wrote meanwhile. */
  isDisturbed: boolean;
}

/** Somebody who keeps saving files is waited for this often. */
const MOST_ATTEMPTS = 5;

async function restoreOnce(
  parts: RestoreParts,
  commit: string,
  { held, spare }: { held: string; spare: readonly BytePath[] },
): Promise<Restored | Inexact> {
  const { shadow, index } = parts;
  const record = await readRecord(shadow, commit);
  const scope = scopeOf(shadow, record);
  const rules = { scope, added: record.added, fresh: false };
  adoptModes(shadow, record.modes);
  const before = await index.sync(rules);
  const isEmpty = parts.isDisposable && !existsSync(join(shadow.cache, 'index'));
  const present = isEmpty ? emptyTree(shadow.objectFormat) : await index.tree();
  const alike = areUsualAlike(before.modes, record.modes);
  const otherwise = alike ? oddDifferences(before.modes, record.modes) : await wrongModes(shadow, record.modes);
  if (present === record.tree && otherwise.length + before.stale.size === 0) {
    parts.referencedTrees.add(present);
    return { tree: record.tree, extraneous: 0, notes: before.notes };
  }

  if (!parts.isDisposable && !(await differsOnlyIn(shadow, held, present, spare)))
    await setTreeAside(parts, { ...record, tree: present, modes: before.modes }, held);
  const all = withStale(await differences(shadow, present, record.tree), before.stale);
  index.forget();
  const ignored = await unindexIgnored(shadow, all, [...scope.frozen, ...record.added]);
  const differing = all.filter(({ path }) => !ignored.has(path));
  const moved = clearTheWay(shadow.root, differing, before.stale);
  index.forget([...differing.map(({ path }) => path), ...otherwise]);
  await removeFromIndex(shadow, [...before.stale]);
  const failure = differing.length > 0 ? await checkOut(parts, record.tree, differing) : null;
  if (failure !== null && SAYS_DISTURBED.test(failure.stderr))
    return { present, wanted: record.tree, notes: moved, failure, isDisturbed: true };
  const written = differing.filter(({ status }) => status !== 'D').map(({ path }) => path);
  applyModes(shadow.root, new Set([...written, ...otherwise]), record.modes);
  if (!alike) storeModes(shadow, record.modes);
  const paths = new Set([...differing.map(({ path }) => path), ...otherwise]);
  if (parts.isDisposable && failure === null) {
    // Nobody else writes here between this and the next look at it, which finds what git may have missed.
    index.know(record.tree);
    return { tree: record.tree, extraneous: paths.size, notes: moved };
  }
  await syncFiles(shadow.root, written);

  const after = await index.sync(rules);
  const result = await index.tree();
  if (result !== record.tree) {
    const isDisturbed = !parts.isDisposable && (await isWrittenSince(shadow, present, result, record.tree));
    return { present: result, wanted: record.tree, notes: moved, failure, isDisturbed };
  }
  parts.referencedTrees.add(result);
  return { tree: record.tree, extraneous: paths.size, notes: [...new Set([...moved, ...after.notes])] };
}

async function differsOnlyIn(shadow: Shadow, from: string, to: string, paths: readonly BytePath[]): Promise<boolean> {
  return paths.length > 0 && (await differences(shadow, from, to)).every(({ path }) => paths.includes(path));
}

/** Files that are not as the snapshot has them: those of the snapshot, and those that it does not have. */
export async function changedFiles(
  parts: RestoreParts,
  commit: string,
): Promise<{ changed: string[]; added: string[] }> {
  const { shadow, index } = parts;
  const record = await readRecord(shadow, commit);
  await index.sync({ scope: scopeOf(shadow, record), added: record.added, fresh: false });
  const present = await index.tree();
  if (present === record.tree) return { changed: [], added: [] };
  const all = await differences(shadow, record.tree, present);
  const paths = (isAdded: boolean) =>
    all.filter(({ status }) => (status === 'A') === isAdded).map(({ path }) => display(path));
  return { changed: paths(false), added: paths(true) };
}

/** Restores every file's permissions from the snapshot. */
export function applyModes(root: string, paths: ReadonlySet<BytePath>, modes: Modes): void {
  const isFolder = folderProbe(root);
  for (const path of paths) {
    if (!isFolder(folderOf(path))) continue;
    const file = onDisk(root, path);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile()) continue;
    const mode = modes.odd?.[path] ?? usualMode(modes, stats);
    if (permissions(stats) !== mode) chmodSync(file, mode);
  }
}

/** Checks every file of the index and lists those whose permissions differ from the snapshot. */
async function wrongModes(shadow: Shadow, modes: Modes): Promise<BytePath[]> {
  if (modes.odd === null) return [];
  const { odd } = modes;
  return splitNul((await shadow.run(['ls-files', '-z', '-c'])).stdout).filter((path) => {
    const stats = lstatSync(onDisk(shadow.root, path), { throwIfNoEntry: false });
    return stats?.isFile() && permissions(stats) !== (odd[path] ?? usualMode(modes, stats));
  });
}

/** The index is not reliable for a file that could not be read: always treat it as different. */
function withStale(all: Difference[], stale: ReadonlySet<BytePath>): Difference[] {
  const listed = new Set(all.map(({ path }) => path));
  return [...all, ...[...stale].filter((path) => !listed.has(path)).map((path) => ({ path, status: 'M' }))];
}

/** Removes files that the snapshot's own rules ignore from the index, so that git leaves them alone. */
async function unindexIgnored(
  shadow: Shadow,
  all: readonly Difference[],
  rules: readonly string[],
): Promise<Set<BytePath>> {
  const removed = new Set(all.filter(({ status }) => status === 'D').map(({ path }) => path));
  if (removed.size === 0) return removed;
  const spared = (await storedButIgnored(shadow, rules)).filter((path) => removed.has(path));
  await removeFromIndex(shadow, spared);
  return new Set(spared);
}

/** What git says if a file is not as the index has it, or is in the way. */
const SAYS_DISTURBED = /not uptodate|would be (?:overwritten|removed)|would lose untracked/i;

/** Whether a path has content that was neither there before the files were written nor was to be written. */
async function isWrittenSince(shadow: Shadow, before: string, now: string, wanted: string): Promise<boolean> {
  const wrong = new Set((await differences(shadow, now, wanted)).map(({ path }) => path));
  return (await differences(shadow, before, now)).some(({ path }) => wrong.has(path));
}

/**
 * Returns a failure instead of throwing: the check that follows finds the affected paths. Git overwrites only files that are
 * as the index has them, which were stored: what somebody wrote since is not lost.
 */
async function checkOut(
  { shadow, isDisposable }: RestoreParts,
  tree: string,
  differing: readonly Difference[],
): Promise<GitError | null> {
  const paths = differing.map(({ path }) => path);
  try {
    const how = isDisposable ? '--reset' : '-m';
    await withWritableFolders(shadow.root, paths, () => shadow.run(['read-tree', '-u', how, tree]));
    return null;
  } catch (error) {
    if (error instanceof GitError && error.code === 'git-failed' && error.exitCode !== null) return error;
    throw error;
  }
}

async function refuse(shadow: Shadow, { present, wanted, failure: cause }: Inexact): Promise<never> {
  const paths = (await differences(shadow, present, wanted)).map(({ path }) => path);
  const message =
    `The working tree could not be restored exactly; these still differ: ${listPaths(paths)}. ` +
    `Look at their permissions and at programs that are still writing in ${shadow.root}, then try again.`;
  throw new WorkspaceError('inexact', message, { paths: paths.map(display), ...(cause && { cause }) });
}
