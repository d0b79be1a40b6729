import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isWorkflow } from './config/facts.ts';
import { git } from './git.ts';
import { isTestPath, languageOf } from './languages/index.ts';
import { restOfTree } from './rest-of-tree.ts';
import { readTuning } from './tune.ts';
import type { Change, GuardInput, RestOfTree, Tuning } from './types.ts';

/** Which two trees to compare; `after: null` is the working tree, `'index'` what is staged. */
export interface Trees {
  before: string;
  after: string | 'index' | null;
}

export interface GitChanges {
  changes: Change[];
  contextFiles: NonNullable<GuardInput['contextFiles']>;
  tuning: Tuning[];
  skipped: { path: string; reason: string }[];
  rest: RestOfTree;
}

const largest = 5_000_000;
const binary =
  /\.(png|jpe?g|gif|ico|webp|avif|woff2?|ttf|otf|eot|pdf|zip|gz|tgz|bz2|xz|7z|jar|class|wasm|so|dll|exe|mp[34]|mov|webm|ogg|bin|dat|db|sqlite|psd)$/i;
const locked =
  /(^|\/)(package-lock\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|go\.sum|poetry\.lock|uv\.lock|composer\.lock|Gemfile\.lock)$/;

/** Reads what differs between two trees, with renames, through one `cat-file --batch`. */
export async function readChanges(root: string, trees: Trees): Promise<GitChanges> {
  const entries = await diff(root, trees);
  const skipped: GitChanges['skipped'] = [];
  const wanted = entries.filter((entry) => {
    const reason = entry.odd ?? (binary.test(entry.path) ? 'binary' : null);
    if (reason) skipped.push({ path: entry.path, reason });
    return !reason && !locked.test(entry.path);
  });
  const contexts = await contextPaths(
    root,
    trees,
    wanted.map((entry) => entry.path),
  );
  const tunings = await tuningPaths(root, trees.before);
  const blobs = await readBlobs(root, [
    ...wanted.flatMap((entry) => [entry.before, entry.after]),
    ...contexts.map((one) => one.blob),
    ...tunings.map((one) => one.blob),
  ]);
  const changes: Change[] = entries
    .filter((entry) => locked.test(entry.path))
    .map(({ path }) => ({ path, before: '', after: '' }));
  for (const entry of wanted) {
    const before = entry.before ? (blobs.get(entry.before) ?? { reason: 'missing' }) : null;
    const after = entry.after
      ? (blobs.get(entry.after) ?? { reason: 'missing' })
      : entry.onDisk
        ? await fromDisk(root, entry.path)
        : null;
    const reason = [before, after].map((side) => side && 'reason' in side && side.reason).find(Boolean);
    if (reason) {
      skipped.push({ path: entry.path, reason });
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

type Side = { text: string } | { reason: string } | null;
const textIn = (side: Side): string | null => (side && 'text' in side ? side.text : null);

interface Entry {
  path: string;
  oldPath: string | null;
  before: string | null;
  after: string | null;
  onDisk: boolean;
  /** Why there is nothing to read on either side, or null. */
  odd: string | null;
}

const nothing = /^0+$/;
const link = '120000';
const submodule = '160000';

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
    const moved = /^R/.test(status);
    const path = moved ? fields[i + 2]! : first;
    i += moved ? 3 : 2;
    entries.push({
      path,
      oldPath: moved ? first : null,
      // a link holds a path, not code: a file that became one is gone, and one that was one is new
      before: nothing.test(oldBlob) || from === link ? null : oldBlob,
      after: nothing.test(newBlob) || to === link ? null : newBlob,
      onDisk: after === null && status !== 'D' && to !== link,
      odd: oddity(from, to),
    });
  }
  if (after === null) entries.push(...(await untracked(root)));
  return entries;
}

function oddity(from: string, to: string): string | null {
  if (from === submodule || to === submodule) return 'a submodule';
  return [from, to].every((mode) => mode === link || nothing.test(mode)) ? 'a symbolic link' : null;
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
      odd: path.endsWith('/') ? 'another repository' : null,
    }));
}

async function fromDisk(root: string, path: string): Promise<Side> {
  const full = join(root, path);
  try {
    const stat = await lstat(full);
    if (!stat.isFile()) return { reason: 'not a regular file' };
    if (stat.size > largest) return { reason: `larger than ${largest / 1_000_000} MB` };
    return decoded(await readFile(full));
  } catch {
    return null;
  }
}

/** Blobs by id; those that are too large or not text carry the reason instead. */
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

/** Of a change of many thousand files only so many bytes are held at once beside the texts made of them. */
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
    found.set(id, decoded(stdout.subarray(at, at + Number(size))));
    at += Number(size) + 1;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function decoded(bytes: Buffer): { text: string } | { reason: string } {
  if (bytes.subarray(0, 8000).includes(0)) return { reason: 'binary' };
  try {
    return { text: decoder.decode(bytes) };
  } catch {
    return { reason: 'not UTF-8' };
  }
}

interface Placed {
  path: string;
  blob: string;
}

/** Unchanged tests that carry the name of a changed source: what a special case would be written for. */
async function contextPaths(root: string, trees: Trees, changed: string[]): Promise<Placed[]> {
  const names = new Set(
    changed
      .filter((path) => languageOf(path) && !isTestPath(path))
      .map((path) => stem(path))
      .filter((name) => name.length > 2),
  );
  const asksWorkflows = changed.some(isWorkflow);
  if (names.size > 50) names.clear();
  if (names.size === 0 && !asksWorkflows) return [];
  const tree = trees.after === null || trees.after === 'index' ? trees.before : trees.after;
  const { stdout } = await git(root, ['ls-tree', '-r', '-z', '--full-tree', tree]);
  const known = new Set(changed);
  const found: Placed[] = [];
  const workflows: Placed[] = [];
  for (const line of stdout.toString().split('\0')) {
    const [head, path] = line.split('\t');
    if (!path || known.has(path)) continue;
    const placed = { path, blob: head!.split(' ')[2]! };
    if (asksWorkflows && isWorkflow(path)) workflows.push(placed);
    else if (found.length < 30 && isTestPath(path) && names.has(stem(path))) found.push(placed);
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

/** Tuning counts as it stood before the change: a change cannot switch off its own judge. */
async function tuningPaths(root: string, before: string): Promise<Placed[]> {
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
