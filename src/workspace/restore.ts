import { chmodSync, lstatSync } from 'node:fs';
import { clearTheWay } from './aside.ts';
import { WorkspaceError } from './errors.ts';
import { GitError } from './git.ts';
import { type Modes, oddDifferences, permissions, usualMode } from './modes.ts';
import { type BytePath, display, folderOf, folderProbe, named, onDisk, splitNul } from './paths.ts';
import { readRecord } from './record.ts';
import { forget, loadScope, storedDespite } from './scope.ts';
import type { Shadow } from './shadow.ts';
import { keepReplaced, type Parts } from './snapshot.ts';
import { withWritableFolders } from './writable.ts';

export interface Restored {
  tree: string;
  /** How many paths had differed. */
  extraneous: number;
  notes: string[];
}

/** One path in which two trees differ: A only in the second, D only in the first, M and T in both. */
export interface Difference {
  path: BytePath;
  status: string;
}

/**
 * Makes the working tree byte-identical to the snapshot. What the snapshot's rules ignore stays; whatever is removed
 * or overwritten is in the shadow repository first, and what cannot be put there is moved aside instead.
 */
export async function restoreSnapshot(parts: Parts, commit: string): Promise<Restored> {
  const { shadow, index } = parts;
  const record = await readRecord(shadow, commit);
  const scope = loadScope(shadow, record.scope);
  const rules = { scope, added: record.added, fresh: false };
  const before = await index.sync(rules);
  const present = await index.tree();
  const otherwise = oddDifferences(before.modes, record.modes);
  if (present === record.tree && otherwise.length + before.stale.size === 0) {
    parts.kept.add(present);
    return { tree: record.tree, extraneous: 0, notes: before.notes };
  }

  await keepReplaced(parts, { ...record, tree: present, modes: before.modes });
  const all = withStale(await differences(shadow, present, record.tree), before.stale);
  index.forget();
  const spared = await spareIgnored(shadow, all, [...scope.frozen, ...record.added]);
  const differing = all.filter(({ path }) => !spared.has(path));
  const moved = clearTheWay(shadow.root, differing, before.stale);
  index.forget([...differing.map(({ path }) => path), ...otherwise]);
  const failure = differing.length > 0 ? await checkOut(shadow, record.tree, differing) : null;
  const written = differing.filter(({ status }) => status !== 'D').map(({ path }) => path);
  applyModes(shadow.root, new Set([...written, ...otherwise]), record.modes);

  const after = await index.sync(rules);
  const result = await index.tree();
  if (result !== record.tree) await refuse(shadow, result, record.tree, failure);
  parts.kept.add(result);
  const paths = new Set([...differing.map(({ path }) => path), ...otherwise]);
  return { tree: record.tree, extraneous: paths.size, notes: [...new Set([...moved, ...after.notes])] };
}

export async function differences(shadow: Shadow, from: string, to: string): Promise<Difference[]> {
  const { stdout } = await shadow.run(['diff-tree', '-r', '-z', '--name-status', '--no-renames', from, to]);
  const fields = splitNul(stdout);
  const found: Difference[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) found.push({ status: fields[at]!, path: fields[at + 1]! });
  return found;
}

/** Gives every file the permissions that it had when the snapshot was taken. */
export function applyModes(root: string, paths: ReadonlySet<BytePath>, modes: Modes): void {
  const isFolder = folderProbe(root);
  for (const path of paths) {
    if (!isFolder(folderOf(path))) continue;
    const file = onDisk(root, path);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile()) continue;
    const wanted = modes.odd?.[path] ?? usualMode(modes, stats);
    if (permissions(stats) !== wanted) chmodSync(file, wanted);
  }
}

/** The index is no witness for a file that could not be read: it differs, whatever the trees say. */
function withStale(all: Difference[], stale: ReadonlySet<BytePath>): Difference[] {
  const told = new Set(all.map(({ path }) => path));
  return [...all, ...[...stale].filter((path) => !told.has(path)).map((path) => ({ path, status: 'M' }))];
}

/** Takes out of the index, and so out of git's reach, what the snapshot's own rules ignore. */
async function spareIgnored(
  shadow: Shadow,
  all: readonly Difference[],
  rules: readonly string[],
): Promise<Set<BytePath>> {
  const removed = new Set(all.filter(({ status }) => status === 'D').map(({ path }) => path));
  if (removed.size === 0) return removed;
  const spared = (await storedDespite(shadow, rules)).filter((path) => removed.has(path));
  await forget(shadow, spared);
  return new Set(spared);
}

/** A failure is handed back, not thrown: the check that follows tells which paths it concerns. */
async function checkOut(shadow: Shadow, tree: string, differing: readonly Difference[]): Promise<GitError | null> {
  const paths = differing.map(({ path }) => path);
  try {
    await withWritableFolders(shadow.root, paths, () => shadow.run(['read-tree', '-u', '--reset', tree]));
    return null;
  } catch (error) {
    if (error instanceof GitError && error.kind === 'failed' && error.code !== null) return error;
    throw error;
  }
}

async function refuse(shadow: Shadow, result: string, wanted: string, cause: GitError | null): Promise<never> {
  const paths = (await differences(shadow, result, wanted)).map(({ path }) => path);
  const message =
    `The working tree could not be restored exactly; these still differ: ${named(paths)}. ` +
    `Look at their permissions and at programs that are still writing in ${shadow.root}, then try again.`;
  throw new WorkspaceError('inexact', message, { paths: paths.map(display), ...(cause && { cause }) });
}
