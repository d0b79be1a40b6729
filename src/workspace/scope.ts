import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from './durable.ts';
import { WorkspaceError } from './errors.ts';
import { collate, defaultExcludes, type IgnoreFile, literal, ownFiles } from './ignore.ts';
import { ignoredFiles, type Wanted } from './ignored.ts';
import { listUntracked } from './listing.ts';
import { ancestors, type BytePath, folderOf, joinNul, nameOf, onDisk, splitNul } from './paths.ts';
import type { Shadow } from './shadow.ts';
import { trackedDespite, type User, userExcludes } from './user.ts';

/**
 * What belongs to the snapshots of a loop, fixed when its baseline is taken: from then on no edit of a `.gitignore`
 * can hide a file from the snapshots or hand an ignored one over to them.
 */
export interface Scope {
  /** The ignore rules as the lines of one exclude file, the strongest last. */
  frozen: string[];
  /** Files that belong to it although the rules ignore them: the user's repository tracks them, or they are protected. */
  tracked: BytePath[];
}

/** Reads the rules that hold now, with the ignored files to be kept all the same, and clears the index of what an earlier loop had stored and these rules ignore. */
export async function freezeScope(shadow: Shadow, user: User, keep?: Wanted): Promise<Scope> {
  const [sources, outside] = await Promise.all([sourcesNamedTarget(shadow, user), userExcludes(user)]);
  const base = [...defaultExcludes, ...sources, ...outside];
  const stored = splitNul((await shadow.run(['ls-files', '-z', '-c'])).stdout);
  const meant = await shownBy(shadow, stored, ['--exclude-standard', excludeFrom(shadow, [...base, ...ownFiles])]);
  const unlike = async (rules: readonly string[]): Promise<Unlike> => {
    const shown = await shownBy(shadow, stored, [excludeFrom(shadow, [...rules, ...ownFiles])]);
    return { revealed: without(shown, meant), hidden: without(meant, shown) };
  };
  let ignoreFiles = [...new Set([...stored, ...meant])].filter(isIgnoreFile);
  let rules = [...base, ...collate(readIgnoreFiles(shadow.root, ignoreFiles))];
  let wrong = await unlike(rules);
  if (wrong.revealed.length + wrong.hidden.length > 0) {
    // A `.gitignore` that is ignored itself is known only by what it hides or shows.
    ignoreFiles = [...new Set([...ignoreFiles, ...ignoreFilesAbove([...wrong.revealed, ...wrong.hidden])])];
    rules = [...base, ...collate(readIgnoreFiles(shadow.root, ignoreFiles))];
    wrong = await unlike(rules);
  }
  const corrections = [...wrong.revealed.map(literal), ...wrong.hidden.map((path) => `!${literal(path)}`)];
  const frozen = [...rules, ...corrections, ...ownFiles];

  const [despite, ignored] = await Promise.all([
    trackedDespite(user, excludeFile(shadow, frozen)),
    stored.length > 0 ? storedDespite(shadow, frozen) : [],
  ]);
  const taken = new Set(despite);
  await forget(
    shadow,
    ignored.filter((path) => !taken.has(path)),
  );
  // Only now: git lists no file as ignored that an earlier loop left in the index.
  const kept = keep ? await ignoredFiles(shadow, frozen, keep) : [];
  const tracked = [...new Set([...despite, ...kept])].filter((path) => !isOwn(path));
  return { frozen, tracked };
}

/** In what rules written down differ from the `.gitignore` files that they were read from. */
interface Unlike {
  revealed: BytePath[];
  hidden: BytePath[];
}

/** Files that git does not ignore, whether an earlier loop left them in the index or not. */
async function shownBy(
  shadow: Shadow,
  stored: readonly BytePath[],
  excludes: readonly string[],
): Promise<Set<BytePath>> {
  const { files } = await listUntracked(shadow, excludes);
  const ignored = stored.length > 0 ? await shadow.run(['ls-files', '-z', '-c', '-i', ...excludes]) : null;
  return new Set([...files, ...without(new Set(stored), new Set(ignored ? splitNul(ignored.stdout) : []))]);
}

function without(paths: ReadonlySet<BytePath>, others: ReadonlySet<BytePath>): BytePath[] {
  return [...paths].filter((path) => !others.has(path));
}

function ignoreFilesAbove(paths: readonly BytePath[]): BytePath[] {
  const folders = new Set(paths.flatMap(ancestors));
  return ['.gitignore', ...[...folders].map((folder) => `${folder}/.gitignore`)];
}

/** Keeps the scope in the shadow repository under the hash of its content, and gives the hash. */
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

export function loadScope(shadow: Shadow, hash: string): Scope {
  try {
    const content = readFileSync(scopeFile(shadow, hash), 'utf8');
    if (sha256(content) === hash) return JSON.parse(content) as Scope;
  } catch (cause) {
    throw new WorkspaceError('unknown-snapshot', `The snapshot's ignore rules are gone from ${shadow.dir}.`, { cause });
  }
  throw new WorkspaceError('unknown-snapshot', `The snapshot's ignore rules in ${shadow.dir} were changed.`);
}

/** The option that makes git read these rules. */
export function excludeFrom(shadow: Shadow, rules: readonly string[]): string {
  return `--exclude-from=${excludeFile(shadow, rules)}`;
}

export function isIgnoreFile(path: BytePath): boolean {
  return nameOf(path) === '.gitignore';
}

/** Those of the paths that are `.gitignore` files on disk. git does not follow one that is a symbolic link. */
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

/** `target/` is build output by default, but a repository that tracks files in a folder of that name means source. */
async function sourcesNamedTarget(shadow: Shadow, user: User): Promise<string[]> {
  const tracked = await trackedDespite(user, excludeFile(shadow, ['target/']));
  const folders = tracked.flatMap(ancestors).filter((folder) => nameOf(folder) === 'target');
  return [...new Set(folders)].map((folder) => `!${literal(folder)}/`);
}

/** Files in the index that the rules ignore. */
export async function storedDespite(shadow: Shadow, rules: readonly string[]): Promise<BytePath[]> {
  return splitNul((await shadow.run(['ls-files', '-z', '-c', '-i', excludeFrom(shadow, rules)])).stdout);
}

/** Takes paths out of the index and leaves them in the working tree. */
export async function forget(shadow: Shadow, paths: readonly BytePath[]): Promise<void> {
  if (paths.length === 0) return;
  await shadow.run(['update-index', '--force-remove', '-z', '--stdin'], { input: joinNul(paths) });
}

function excludeFile(shadow: Shadow, rules: readonly string[]): string {
  const content = `${rules.join('\n')}\n`;
  const file = join(shadow.dir, 'rules', sha256(content).slice(0, 32));
  if (!existsSync(file)) {
    mkdirSync(join(shadow.dir, 'rules'), { recursive: true });
    writeDurably(file, content);
  }
  return file;
}

export function isOwn(path: BytePath): boolean {
  return /(^|\/)\.jumar\/(loops|aside)\//.test(path);
}

function scopeFile(shadow: Shadow, hash: string): string {
  return join(shadow.dir, 'scopes', `${hash}.json`);
}

function sha256(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
