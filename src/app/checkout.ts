import { access, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { namesDependencies } from '../core/verification/lock-files.ts';
import { git } from '../system/git.ts';
import { UsageError } from '../system/usage-error.ts';

/** Dependency folders, too large to install again for a comparison. */
const DEPENDENCIES = ['node_modules', '.venv', 'venv', 'vendor'];

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
  const names = new Set([...(await readdir(root)), ...(await readdir(folder))].filter(namesDependencies));
  for (const name of [...names].sort()) {
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
