import { isLockFile } from '../core/verification/lock-files.ts';
import { isTestPath, languageOf } from '../syntax/languages/index.ts';
import { readMarks } from './attributes.ts';
import { attributePaths, contextPaths, type TreeEntry, tuningPaths } from './context-files.ts';
import type { Change, GuardInput, RestOfTree, Tuning, Unjudged } from './finding/types.ts';
import type { Trees } from './git.ts';
import { readBlobs, readFromDisk, type Side, textIn } from './git-blobs.ts';
import { diff, type Entry } from './git-diff.ts';
import { followLinks, type LinkTarget } from './links.ts';
import { restOfTree } from './rest-of-tree.ts';
import { readTuning } from './tune.ts';

export interface GitChanges {
  changes: Change[];
  contextFiles: NonNullable<GuardInput['contextFiles']>;
  tuning: Tuning[];
  skipped: Unjudged[];
  rest: RestOfTree;
  /** What the repository said of its files before the change. */
  markOf: NonNullable<GuardInput['markOf']>;
}

const binary =
  /\.(png|jpe?g|gif|ico|webp|avif|woff2?|ttf|otf|eot|pdf|zip|gz|tgz|bz2|xz|7z|jar|class|wasm|so|dll|exe|mp[34]|mov|webm|ogg|bin|dat|db|sqlite|psd)$/i;

/** Reads what differs between two trees, with renames, through one `cat-file --batch`. Throws if git fails: then nothing can be judged. */
export async function readChanges(root: string, trees: Trees): Promise<GitChanges> {
  const skipped: Unjudged[] = [];
  const entries = await withLinks(root, trees, await diff(root, trees), skipped);
  const readable = entries.filter((entry) => {
    const reason = entry.unreadableReason ?? (binary.test(entry.path) ? 'binary' : null);
    if (reason) skipped.push({ path: entry.path, reason, wasReadable: becameUnreadable(entry) });
    return !reason && !isLockEntry(entry);
  });
  const context = await contextPaths(root, trees, readable);
  const tunings = await tuningPaths(root, trees.before);
  const attributes = await attributePaths(root, trees.before, readable);
  const blobs = await readBlobs(root, [
    ...readable.flatMap((entry) => [entry.before, entry.after]),
    ...[...context.found, ...tunings, ...attributes].map(({ blob }) => blob),
  ]);
  const changes: Change[] = entries.filter(isLockEntry).map(({ path }) => ({ path, before: '', after: '' }));
  for (const entry of readable) {
    const change = await readSides(root, entry, blobs);
    if ('reason' in change) skipped.push(change);
    else changes.push(change);
  }
  for (const path of context.leftOut)
    skipped.push({ path, reason: 'unchanged, and not read: other tests are nearer to the change' });
  return {
    changes,
    contextFiles: context.found.flatMap((entry) => contentOf(entry, blobs, skipped)),
    tuning: tunings.flatMap(({ path, blob }) => readTuning(textIn(blobs.get(blob) ?? null) ?? '', path)),
    skipped,
    rest: restOfTree(root, trees, entries),
    markOf: readMarks(attributes.map(({ path, blob }) => ({ path, text: textIn(blobs.get(blob) ?? null) ?? '' }))),
  };
}

/** A link to a file of the project is judged by what it leads to. One that leads elsewhere cannot be judged. */
async function withLinks(root: string, trees: Trees, entries: Entry[], skipped: Unjudged[]): Promise<Entry[]> {
  const links = entries.filter(({ isNewLink }) => isNewLink);
  const targets = await followLinks(
    root,
    trees,
    links.map(({ path }) => path),
  );
  const targetOf = new Map(links.map((entry, i) => [entry, targets[i]]));
  return entries.flatMap((entry) => {
    const target = targetOf.get(entry);
    if (!target) return [entry];
    if (target.kind === 'file' && !isTestPath(entry.oldPath ?? entry.path)) return [asTarget(entry, target)];
    const wasReadable = entry.before !== null && languageOf(entry.oldPath ?? entry.path) !== null;
    if (target.kind === 'outside') {
      const reason = 'a symbolic link that leads out of the project, or nowhere';
      skipped.push({ path: entry.path, reason, ...(wasReadable ? { wasReadable } : { isHidden: true }) });
      return entry.before === null ? [] : [entry];
    }
    if (target.kind === 'nothing' && wasReadable)
      skipped.push({ path: entry.path, reason: 'a symbolic link to nothing that can be read', wasReadable });
    return [entry];
  });
}

function asTarget(entry: Entry, { blob }: Extract<LinkTarget, { kind: 'file' }>): Entry {
  return { ...entry, after: blob, onDisk: blob === null, unreadableReason: null };
}

/** Named like a lock file on both sides: renaming code to such a name does not hide it. */
const isLockEntry = ({ path, oldPath }: Entry): boolean =>
  isLockFile(path) && (oldPath === null || isLockFile(oldPath));

/** Code that was renamed to a name that nobody reads, or became a submodule. */
function becameUnreadable({ path, oldPath, before, after, unreadableReason }: Entry): boolean {
  const old = oldPath ?? path;
  if (before === null || after === null || !languageOf(old)) return false;
  return unreadableReason !== null || (old !== path && binary.test(path));
}

/** Both sides of a file, or why it cannot be judged. */
async function readSides(root: string, entry: Entry, blobs: Map<string, Exclude<Side, null>>) {
  const { path, oldPath } = entry;
  const blob = (id: string | null): Side => (id === null ? null : (blobs.get(id) ?? { reason: 'missing' }));
  const before = blob(entry.before);
  const after = entry.onDisk && entry.after === null ? await readFromDisk(root, path) : blob(entry.after);
  const reason = [before, after].map((side) => side && 'reason' in side && side.reason).find(Boolean);
  if (!reason) return { path, oldPath, before: textIn(before), after: textIn(after) };
  const isCode = languageOf(oldPath ?? path) !== null;
  const wasReadable = isCode && after !== null && (textIn(before) !== null || reason === 'missing');
  const isHidden = isCode && before === null && reason !== 'not UTF-8';
  return { path, reason, ...(wasReadable && { wasReadable }), ...(isHidden && { isHidden }) };
}

function contentOf({ path, blob }: TreeEntry, blobs: Map<string, Exclude<Side, null>>, skipped: Unjudged[]) {
  const side = blobs.get(blob) ?? { reason: 'missing' };
  if ('text' in side) return [{ path, content: side.text }];
  skipped.push({ path, reason: `unchanged, and not read: ${side.reason}` });
  return [];
}
