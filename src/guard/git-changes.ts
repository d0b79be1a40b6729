import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLockFile } from '../core/verification/lock-files.ts';
import { isTestPath, languageOf } from '../syntax/languages/index.ts';
import { isWorkflow } from './config/facts.ts';
import type { Change, GuardInput, RestOfTree, Tuning } from './finding/types.ts';
import type { Trees } from './git.ts';
import { git } from './git.ts';
import { restOfTree } from './rest-of-tree.ts';
import { readTuning } from './tune.ts';

/** A file that is not judged. `wasReadable`: it could be before the change. */
export interface Unjudged {
  path: string;
  reason: string;
  wasReadable?: boolean;
}

export interface GitChanges {
  changes: Change[];
  contextFiles: NonNullable<GuardInput['contextFiles']>;
  tuning: Tuning[];
  skipped: Unjudged[];
  rest: RestOfTree;
}

const largest = 5_000_000;
const binary =
  /\.(png|jpe?g|gif|ico|webp|avif|woff2?|ttf|otf|eot|pdf|zip|gz|tgz|bz2|xz|7z|jar|class|wasm|so|dll|exe|mp[34]|mov|webm|ogg|bin|dat|db|sqlite|psd)$/i;

/** Reads what differs between two trees, with renames, through one `cat-file --batch`. */
export async function readChanges(root: string, trees: Trees): Promise<GitChanges> {
  const entries = await diff(root, trees);
  const skipped: GitChanges['skipped'] = [];
  const readable = entries.filter((entry) => {
    const reason = entry.unreadableReason ?? (binary.test(entry.path) ? 'binary' : null);
    if (reason) skipped.push({ path: entry.path, reason, wasReadable: becameUnreadable(entry) });
    return !reason && !isLockFile(entry.path);
  });
  const contexts = await contextPaths(
    root,
    trees,
    readable.map((entry) => entry.path),
  );
  const tunings = await tuningPaths(root, trees.before);
  const blobs = await readBlobs(root, [
    ...readable.flatMap((entry) => [entry.before, entry.after]),
    ...contexts.map((one) => one.blob),
    ...tunings.map((one) => one.blob),
  ]);
  const changes: Change[] = entries
    .filter((entry) => isLockFile(entry.path))
    .map(({ path }) => ({ path, before: '', after: '' }));
  for (const entry of readable) {
    const before = entry.before ? (blobs.get(entry.before) ?? { reason: 'missing' }) : null;
    const after = entry.after
      ? (blobs.get(entry.after) ?? { reason: 'missing' })
      : entry.onDisk
        ? await readFromDisk(root, entry.path)
        : null;
    const reason = [before, after].map((side) => side && 'reason' in side && side.reason).find(Boolean);
    if (reason) {
      const wasReadable = textIn(before) !== null && after !== null && languageOf(entry.oldPath ?? entry.path) !== null;
      skipped.push({ path: entry.path, reason, wasReadable });
      continue;
    }
    changes.push({ path: entry.path, oldPath: entry.oldPath, before: textIn(before), after: textIn(after) });
  }
  return {
    changes,
    contextFiles: contexts.flatMap(({ path, blob }) => {
      const content = textIn(blobs.get(blob) ?? null);
      return content === null ? [] : [{ path, content }];
    }),
    tuning: tunings.flatMap(({ path, blob }) => readTuning(textIn(blobs.get(blob) ?? null) ?? '', path)),
    skipped,
    rest: restOfTree(root, trees, new Set(entries.map((entry) => entry.path))),
  };
}

/** Code that was renamed to a name that nobody reads, or became a submodule. */
function becameUnreadable({ path, oldPath, before, after, unreadableReason }: Entry): boolean {
  const old = oldPath ?? path;
  if (before === null || after === null || !languageOf(old)) return false;
  return unreadableReason !== null || (old !== path && binary.test(path));
}

type Side = { text: string } | { reason: string } | null;
const textIn = (side: Side): string | null => (side && 'text' in side ? side.text : null);

interface Entry {
  path: string;
  oldPath: string | null;
  before: string | null;
  after: string | null;
  onDisk: boolean;
  /** Why neither side can be read, or null. */
  unreadableReason: string | null;
}

const zeroId = /^0+$/;
const symlinkMode = '120000';
const submoduleMode = '160000';

async function diff(root: string, { before, after }: Trees): Promise<Entry[]> {
  const sides = after === null ? [before] : after === 'index' ? ['--cached', before] : [before, after];
  const result = await git(root, [
    'diff',
    '--raw',
    '-z',
    '--no-abbrev',
    '-M50%',
    '-l2000',
    '--no-ext-diff',
    '--no-textconv',
    ...sides,
    '--',
  ]);
  if (result.code !== 0) throw new Error(result.stderr.trim() || 'git diff failed');
  const fields = result.stdout.toString().split('\0');
  const entries: Entry[] = [];
  for (let i = 0; i < fields.length - 1; ) {
    const [from = '', to = '', oldBlob = '', newBlob = '', status = ''] = fields[i]!.slice(1).split(' ');
    const first = fields[i + 1]!;
    const isRename = /^R/.test(status);
    const path = isRename ? fields[i + 2]! : first;
    i += isRename ? 3 : 2;
    entries.push({
      path,
      oldPath: isRename ? first : null,
      // A symlink contains a path, not code: a file that became one counts as deleted, and one that was one counts as
      // added.
      before: zeroId.test(oldBlob) || from === symlinkMode ? null : oldBlob,
      after: zeroId.test(newBlob) || to === symlinkMode ? null : newBlob,
      onDisk: after === null && status !== 'D' && to !== symlinkMode,
      unreadableReason: whyUnreadable(from, to),
    });
  }
  if (after === null) entries.push(...(await untracked(root)));
  return entries;
}

function whyUnreadable(from: string, to: string): string | null {
  if (from === submoduleMode || to === submoduleMode) return 'a submodule';
  return [from, to].every((mode) => mode === symlinkMode || zeroId.test(mode)) ? 'a symbolic link' : null;
}

async function untracked(root: string): Promise<Entry[]> {
  const { stdout } = await git(root, ['ls-files', '--others', '--exclude-standard', '-z']);
  return stdout
    .toString()
    .split('\0')
    .filter(Boolean)
    .map((path) => ({
      path,
      oldPath: null,
      before: null,
      after: null,
      onDisk: true,
      unreadableReason: path.endsWith('/') ? 'another repository' : null,
    }));
}

async function readFromDisk(root: string, path: string): Promise<Side> {
  const full = join(root, path);
  try {
    const stat = await lstat(full);
    if (!stat.isFile()) return { reason: 'not a regular file' };
    if (stat.size > largest) return { reason: `larger than ${largest / 1_000_000} MB` };
    return decode(await readFile(full));
  } catch {
    return null;
  }
}

/** Blobs by id. A blob that is too large or not text has a reason instead of text. */
async function readBlobs(root: string, ids: (string | null)[]): Promise<Map<string, Exclude<Side, null>>> {
  const unique = [...new Set(ids.filter((id): id is string => id !== null))];
  const found = new Map<string, Exclude<Side, null>>();
  if (unique.length === 0) return found;
  const sizes = await git(root, ['cat-file', '--batch-check=%(objectname) %(objectsize)'], `${unique.join('\n')}\n`);
  const batches: string[][] = [];
  let room = 0;
  for (const line of sizes.stdout.toString().split('\n')) {
    const [id, size] = line.split(' ');
    if (!id || size === 'missing' || Number.isNaN(Number(size))) continue;
    if (Number(size) > largest) found.set(id, { reason: `larger than ${largest / 1_000_000} MB` });
    else {
      if (batches.length === 0 || Number(size) > room) {
        batches.push([]);
        room = batchSize;
      }
      batches.at(-1)!.push(id);
      room -= Number(size);
    }
  }
  for (const batch of batches) await readBatch(root, batch, found);
  return found;
}

/** Limits how many bytes are in memory at once, in addition to the decoded texts, when a change has many thousand files. */
const batchSize = 16_000_000;

async function readBatch(root: string, ids: string[], found: Map<string, Exclude<Side, null>>): Promise<void> {
  const { stdout } = await git(root, ['cat-file', '--batch'], `${ids.join('\n')}\n`);
  let at = 0;
  while (at < stdout.length) {
    const end = stdout.indexOf(10, at);
    if (end < 0) break;
    const [id = '', type = '', size = ''] = stdout.subarray(at, end).toString().split(' ');
    at = end + 1;
    if (type === 'missing') continue;
    found.set(id, decode(stdout.subarray(at, at + Number(size))));
    at += Number(size) + 1;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Buffer): { text: string } | { reason: string } {
  if (bytes.subarray(0, 8000).includes(0)) return { reason: 'binary' };
  try {
    return { text: decoder.decode(bytes) };
  } catch {
    return { reason: 'not UTF-8' };
  }
}

interface TreeEntry {
  path: string;
  blob: string;
}

/** Unchanged tests named after a changed source file: a special case would be written for one of these. */
async function contextPaths(root: string, trees: Trees, changed: string[]): Promise<TreeEntry[]> {
  const names = new Set(
    changed
      .filter((path) => languageOf(path) && !isTestPath(path))
      .map((path) => stem(path))
      .filter((name) => name.length > 2),
  );
  const needsWorkflows = changed.some(isWorkflow);
  if (names.size > 50) names.clear();
  if (names.size === 0 && !needsWorkflows) return [];
  const tree = trees.after === null || trees.after === 'index' ? trees.before : trees.after;
  const { stdout } = await git(root, ['ls-tree', '-r', '-z', '--full-tree', tree]);
  const changedPaths = new Set(changed);
  const found: TreeEntry[] = [];
  const workflows: TreeEntry[] = [];
  for (const line of stdout.toString().split('\0')) {
    const [head, path] = line.split('\t');
    if (!path || changedPaths.has(path)) continue;
    const entry = { path, blob: head!.split(' ')[2]! };
    if (needsWorkflows && isWorkflow(path)) workflows.push(entry);
    else if (found.length < 30 && isTestPath(path) && names.has(stem(path))) found.push(entry);
  }
  return [...found, ...workflows.slice(0, 30)];
}

const stem = (path: string): string =>
  path
    .split('/')
    .at(-1)!
    .replace(/\.\w+$/, '')
    .replace(/^test[_-]|([._-](test|spec)s?|Tests?|IT|Spec)$/gi, '')
    .toLowerCase();

/** Reads tuning from before the change, so that a change cannot switch off its own checks. */
async function tuningPaths(root: string, before: string): Promise<TreeEntry[]> {
  const { code, stdout } = await git(root, ['ls-tree', '-r', '-z', '--full-tree', before, '--', '.jumar/patterns/']);
  if (code !== 0) return [];
  return stdout
    .toString()
    .split('\0')
    .flatMap((line) => {
      const [head, path] = line.split('\t');
      return path && /\.ya?ml$/.test(path) ? [{ path, blob: head!.split(' ')[2]! }] : [];
    });
}
