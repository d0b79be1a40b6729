import { access, mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { git } from '../system/git.ts';
import { UsageError } from '../system/usage-error.ts';

/** Dependency folders, too large to install again for a comparison. */
const DEPENDENCIES = ['node_modules', '.venv', 'venv', 'vendor'];
const LOCK_FILES = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'uv.lock',
  'poetry.lock',
  'requirements.txt',
  'composer.lock',
];

/**
 * Checks a commit out into a separate repository that shares the user's objects, and writes nothing to the user's. Links
 * the workspace's installed dependencies. Returns a note if they may not match the commit.
 */
export async function checkOut(root: string, commit: string, folder: string): Promise<string[]> {
  const run = async (...args: string[]) =>
    (await git(args, { cwd: root, userConfig: true, mayFetch: true })).stdout.toString();
  try {
    const id = await run('rev-parse', '--verify', '--end-of-options', `${commit}^{commit}`);
    await run('clone', '-q', '--shared', '--no-checkout', '--', root, folder);
    await run('-C', folder, '-c', 'advice.detachedHead=false', 'checkout', '-q', '--detach', id.trim());
  } catch (error) {
    throw new UsageError(`cannot check out ${commit}: ${(error as { stderr?: string }).stderr?.trim() || error}`);
  }
  const listing = await run('ls-files', '-z', '-o', '-i', '--exclude-standard', '--directory');
  const ignored = listing.split('\0').map((path) => path.replace(/\/$/, ''));
  const linked = ignored.filter((path) => DEPENDENCIES.includes(path.split('/').at(-1) ?? ''));
  for (const path of linked) {
    if (!(await exists(join(folder, dirname(path)))) || (await exists(join(folder, path)))) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(root, path), join(folder, path));
  }
  return linked.length === 0 ? [] : await changedLocks(root, folder, commit);
}

async function changedLocks(root: string, folder: string, commit: string): Promise<string[]> {
  const read = (path: string) => readFile(path, 'utf8').catch(() => null);
  const changed: string[] = [];
  for (const name of LOCK_FILES) {
    if ((await read(join(root, name))) !== (await read(join(folder, name)))) changed.push(name);
  }
  return changed.map(
    (name) => `dependencies: ${name} differs at ${commit}, which was measured with the dependencies installed now`,
  );
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
