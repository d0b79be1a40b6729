import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { git } from '../../system/git.ts';
import { readHead } from '../../workspace/index.ts';
import { copyEntries, copyOnto } from './copy-entries.ts';

export interface OwnRepositoryOptions {
  user: { gitDir: string; commonDir: string };
  /** The room's working tree. */
  root: string;
  folder: string;
  /** Whether a cage mounts the user's repository. */
  isMounted: boolean;
  /** Every reference of the user's repository, in the format of `packed-refs`. */
  packedReferences(): Promise<string>;
}

/** Where the room's repository finds the user's: a link, or the place where a cage mounts it. */
export function userRepositoryIn(folder: string): string {
  return join(folder, 'user');
}

/** Settings that say where a repository's parts are, which is elsewhere here. Git is asked only if the file mentions one. */
const PLACES = [
  { name: 'core.worktree', mention: /worktree/i },
  { name: 'core.bare', mention: /bare\b(?!\s*=\s*false\s*$)/im },
  { name: 'extensions.refStorage', mention: /refstorage/i },
];
const SMALL_PARTS = ['shallow', 'info/exclude', 'info/attributes', 'info/sparse-checkout'];

/**
 * The room's repository: it reads the user's objects and writes its own. HEAD, index, references, settings and hooks are
 * those from when it was made; `reset` brings them back, so that nothing that a check commits or sets lasts.
 */
export function ownRepository({ user, root, folder, isMounted, packedReferences }: OwnRepositoryOptions): {
  reset(): Promise<void>;
} {
  const users = userRepositoryIn(folder);
  // Outside of what a check can write to.
  const start = `${folder}-start`;

  const make = async () => {
    await mkdir(join(start, 'info'), { recursive: true, mode: 0o700 });
    for (const part of SMALL_PARTS) await copyIfThere(join(user.commonDir, part), join(start, part));
    const own = (await readdir(user.gitDir)).filter((name) =>
      /^(?:index|config\.worktree|sharedindex\..*)$/.test(name),
    );
    for (const part of [...own, 'info/sparse-checkout']) await copyIfThere(join(user.gitDir, part), join(start, part));
    await copyHooks(user.commonDir, start);
    await copyIfThere(join(user.commonDir, 'config'), join(start, 'config'));
    await unsetPlaces(join(start, 'config'));
    await writeFile(join(start, 'packed-refs'), await packedReferences());
    // Written last: without it the repository is not complete.
    await writeFile(join(start, 'HEAD'), await headOf(user, root));
  };

  return {
    async reset() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (!existsSync(join(start, 'HEAD'))) await make();
      const stale = (await readdir(folder)).filter((name) => name !== 'user');
      for (const name of stale) await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 });
      await copyOnto(start, folder);
      await mkdir(join(folder, 'refs'), { recursive: true });
      await mkdir(join(folder, 'objects', 'info'), { recursive: true });
      await linkUsers(users, user.commonDir, isMounted);
      const alternates = [join(users, 'objects'), ...(await alternatesOf(user.commonDir))];
      await writeFile(join(folder, 'objects', 'info', 'alternates'), `${alternates.join('\n')}\n`);
      await writeFile(join(root, '.git'), `gitdir: ${folder}\n`);
    },
  };
}

async function linkUsers(users: string, commonDir: string, isMounted: boolean): Promise<void> {
  if (existsSync(users)) return;
  await rm(users, { recursive: true, force: true });
  if (isMounted) await mkdir(users);
  else await symlink(commonDir, users);
}

async function headOf({ gitDir, commonDir }: OwnRepositoryOptions['user'], root: string): Promise<string> {
  const head = readHead({ gitDir, commonDir });
  if (head !== null) return head;
  const branch = await git(['symbolic-ref', '-q', 'HEAD'], { cwd: root, gitDir, accept: [0, 1] });
  if (branch.code === 0) return `ref: ${branch.stdout}`;
  return String((await git(['rev-parse', 'HEAD'], { cwd: root, gitDir })).stdout);
}

/** The user's repository may borrow objects itself, by paths relative to its own. */
async function alternatesOf(commonDir: string): Promise<string[]> {
  const text = await readFile(join(commonDir, 'objects', 'info', 'alternates'), 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => (isAbsolute(line) ? line : resolve(commonDir, 'objects', line)));
}

async function copyHooks(commonDir: string, start: string): Promise<void> {
  const names = await readdir(join(commonDir, 'hooks')).catch(() => []);
  await copyEntries(
    join(commonDir, 'hooks'),
    join(start, 'hooks'),
    names.filter((name) => !name.endsWith('.sample')),
  );
}

async function unsetPlaces(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '');
  for (const { name, mention } of PLACES) {
    if (!mention.test(text)) continue;
    await git(['config', '--file', file, '--unset-all', name], { cwd: dirname(file), accept: [0, 5] });
  }
}

async function copyIfThere(from: string, to: string): Promise<void> {
  await copyFile(from, to).catch(() => {});
}
