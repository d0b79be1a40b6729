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
  const [visible, stored] = await Promise.all([
    listUntracked(shadow, ['--exclude-standard', excludeFrom(shadow, base)]),
    shadow.run(['ls-files', '-z', '-c']).then(({ stdout }) => splitNul(stdout)),
  ]);
  let ignoreFiles = readIgnoreFiles(shadow.root, [...stored, ...visible.files]);
  let frozen = [...base, ...collate(ignoreFiles), ...ownFiles];

  // A `.gitignore` that ignores itself is seen only by what it hid.
  const expected = new Set(visible.files);
  const unexpected = async () =>
    (await listUntracked(shadow, [excludeFrom(shadow, frozen)])).files.filter((path) => !expected.has(path));
  let revealed = await unexpected();
  if (revealed.some(isIgnoreFile)) {
    ignoreFiles = [...ignoreFiles, ...readIgnoreFiles(shadow.root, revealed)];
    frozen = [...base, ...collate(ignoreFiles), ...ownFiles];
    revealed = await unexpected();
  }
  frozen = [...frozen, ...revealed.map(literal)];

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
