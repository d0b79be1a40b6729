import { existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ancestors, type BytePath, folderOf, joinNul, nameOf, onDisk, splitNul } from '../system/paths.ts';
import { writeDurably } from './durable.ts';
import { WorkspaceError } from './errors.ts';
import { excludeFile, excludeFrom, isOwn, sha256 } from './exclude-rules.ts';
import { defaultExcludes, type IgnoreFile, literal, mergeIgnoreFiles, ownFiles } from './ignore.ts';
import { ignoredFiles, type Wanted } from './ignored.ts';
import { MOST_ENTRIES, readStoredFiles } from './index-file.ts';
import { listByRules } from './list-by-rules.ts';
import { listUntracked } from './listing.ts';
import type { Shadow } from './shadow.ts';
import { ignoredByPlainRules } from './sure-rules.ts';
import { trackedButIgnored, type User, userExcludes } from './user.ts';

/**
 * What belongs to the snapshots of a loop, fixed when its baseline is taken: from then on no edit of a `.gitignore`
 * can hide a file from the snapshots or add an ignored one to them.
 */
export interface Scope {
  /** The ignore rules as the lines of one exclude file, the strongest last. */
  frozen: string[];
  /** Files that are included although the rules ignore them: the user's repository tracks them, or they are protected. */
  tracked: BytePath[];
}

/** Reads the current rules and the ignored files to include anyway. Removes files that these rules ignore from the index. */
export async function freezeScope(shadow: Shadow, user: User, keep?: Wanted): Promise<Scope> {
  const [sources, outside] = await Promise.all([sourcesNamedTarget(shadow, user), userExcludes(user)]);
  const base = [...defaultExcludes, ...sources, ...outside];
  const hasIndex = existsSync(join(shadow.cache, 'index'));
  const stored = hasIndex ? await storedFiles(shadow) : [];
  const { visible: notIgnored } = await listVisible(shadow, stored, [
    '--exclude-standard',
    excludeFrom(shadow, [...base, ...ownFiles]),
  ]);
  const compareWith = async (rules: readonly string[]): Promise<RuleDifferences> => {
    const { visible, ignored } = await listVisibleBy(shadow, stored, [...rules, ...ownFiles]);
    return { revealed: without(visible, notIgnored), hidden: without(notIgnored, visible), ignored };
  };
  let ignoreFiles = [...new Set([...stored, ...notIgnored])].filter(isIgnoreFile);
  let rules = [...base, ...mergeIgnoreFiles(readIgnoreFiles(shadow.root, ignoreFiles))];
  let wrong = await compareWith(rules);
  if (wrong.revealed.length + wrong.hidden.length > 0) {
    // A `.gitignore` that is ignored itself shows only by its effects.
    ignoreFiles = [...new Set([...ignoreFiles, ...ignoreFilesAbove([...wrong.revealed, ...wrong.hidden])])];
    rules = [...base, ...mergeIgnoreFiles(readIgnoreFiles(shadow.root, ignoreFiles))];
    wrong = await compareWith(rules);
  }
  const corrections = [...wrong.revealed.map(literal), ...wrong.hidden.map((path) => `!${literal(path)}`)];
  const frozen = [...rules, ...corrections, ...ownFiles];

  const [trackedIgnored, ignored] = await Promise.all([
    trackedButIgnored(user, frozen, (lines) => excludeFile(shadow, lines)),
    corrections.length === 0 ? wrong.ignored : storedButIgnored(shadow, frozen),
  ]);
  const trackedSet = new Set(trackedIgnored);
  await removeFromIndex(
    shadow,
    ignored.filter((path) => !trackedSet.has(path)),
  );
  // Only now: git does not list a file as ignored while it is in the index.
  const keptIgnored = keep ? await ignoredFiles(shadow, frozen, keep) : [];
  const tracked = [...new Set([...trackedIgnored, ...keptIgnored])].filter((path) => !isOwn(path));
  return { frozen, tracked };
}

/** How the collected rules differ in effect from the `.gitignore` files they were read from. */
interface RuleDifferences {
  revealed: BytePath[];
  hidden: BytePath[];
  /** Files in the index that the collected rules ignore. */
  ignored: BytePath[];
}

/** Files that git does not ignore, in the index or not, and those in the index that it does. */
async function listVisible(
  shadow: Shadow,
  stored: readonly BytePath[],
  excludes: readonly string[],
): Promise<{ visible: Set<BytePath>; ignored: BytePath[] }> {
  const { files } = await listUntracked(shadow, excludes);
  const ignored =
    stored.length > 0 ? splitNul((await shadow.run(['ls-files', '-z', '-c', '-i', ...excludes])).stdout) : [];
  return { visible: new Set([...files, ...without(new Set(stored), new Set(ignored))]), ignored };
}

async function storedFiles(shadow: Shadow): Promise<BytePath[]> {
  const known = readStoredFiles(shadow, MOST_ENTRIES);
  return known ? [...known] : splitNul((await shadow.run(['ls-files', '-z', '-c'])).stdout);
}

/** By these rules alone: without git, if they are plain and the tree is small. */
async function listVisibleBy(shadow: Shadow, stored: readonly BytePath[], rules: readonly string[]) {
  const ignored = ignoredByPlainRules(rules, stored);
  const others = ignored && listByRules(shadow, rules)?.others;
  if (!others) return listVisible(shadow, stored, [excludeFrom(shadow, rules)]);
  return { visible: new Set([...others, ...without(new Set(stored), new Set(ignored))]), ignored };
}

function without(paths: ReadonlySet<BytePath>, others: ReadonlySet<BytePath>): BytePath[] {
  return [...paths].filter((path) => !others.has(path));
}

function ignoreFilesAbove(paths: readonly BytePath[]): BytePath[] {
  const folders = new Set(paths.flatMap(ancestors));
  return ['.gitignore', ...[...folders].map((folder) => `${folder}/.gitignore`)];
}

/** Stores the scope in the shadow repository by its hash, where older versions look for it. Returns the hash. */
export function storeScope(shadow: Shadow, scope: Scope): string {
  const content = JSON.stringify(scope);
  const hash = sha256(content);
  const file = scopeFile(shadow, hash);
  if (!existsSync(file)) {
    mkdirSync(join(shadow.dir, 'scopes'), { recursive: true });
    writeDurably(file, Buffer.from(content));
  }
  return hash;
}

/** The scope of a snapshot: from its commit or, for an old snapshot, from the file named by its hash. */
export function scopeOf(shadow: Shadow, { scope: hash, rules }: { scope: string; rules?: Scope }): Scope {
  const content = rules === undefined ? readScope(shadow, hash) : JSON.stringify(rules);
  if (sha256(content) === hash) return rules ?? (JSON.parse(content) as Scope);
  throw new WorkspaceError('unknown-snapshot', `The snapshot's ignore rules in ${shadow.dir} were changed.`);
}

function readScope(shadow: Shadow, hash: string): string {
  try {
    return readFileSync(scopeFile(shadow, hash), 'utf8');
  } catch (cause) {
    throw new WorkspaceError('unknown-snapshot', `The snapshot's ignore rules are gone from ${shadow.dir}.`, { cause });
  }
}

export function isIgnoreFile(path: BytePath): boolean {
  return nameOf(path) === '.gitignore';
}

/** Reads those paths that are `.gitignore` files on disk. git ignores one that is a symbolic link. */
export function readIgnoreFiles(root: string, paths: readonly BytePath[]): IgnoreFile[] {
  return paths.filter(isIgnoreFile).flatMap((path) => {
    try {
      const file = onDisk(root, path);
      return lstatSync(file).isFile() ? [{ folder: folderOf(path), content: readFileSync(file, 'latin1') }] : [];
    } catch {
      return [];
    }
  });
}

/** `target/` is build output by default, but if the repository tracks files in a folder of that name, it is source. */
async function sourcesNamedTarget(shadow: Shadow, user: User): Promise<string[]> {
  const tracked = await trackedButIgnored(user, ['target/'], (lines) => excludeFile(shadow, lines));
  const folders = tracked.flatMap(ancestors).filter((folder) => nameOf(folder) === 'target');
  return [...new Set(folders)].map((folder) => `!${literal(folder)}/`);
}

/** Files in the index that the rules ignore. */
export async function storedButIgnored(shadow: Shadow, rules: readonly string[]): Promise<BytePath[]> {
  const stored = readStoredFiles(shadow, MOST_ENTRIES);
  const known = stored && ignoredByPlainRules(rules, stored);
  if (known) return known;
  return splitNul((await shadow.run(['ls-files', '-z', '-c', '-i', excludeFrom(shadow, rules)])).stdout);
}

/** Removes paths from the index, not from the working tree. */
export async function removeFromIndex(shadow: Shadow, paths: readonly BytePath[]): Promise<void> {
  if (paths.length === 0) return;
  await shadow.run(['update-index', '--force-remove', '-z', '--stdin'], { input: joinNul(paths) });
}

function scopeFile(shadow: Shadow, hash: string): string {
  return join(shadow.dir, 'scopes', `${hash}.json`);
}
