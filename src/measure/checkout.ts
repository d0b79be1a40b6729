import { execFile } from 'node:child_process';
import { access, mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../config/errors.ts';

const run = promisify(execFile);

/** Installed beside the sources, and too large to install again for a comparison. */
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
 * A commit in a repository of its own that shares the user's objects: nothing is written to the user's. The dependencies
 * that are installed in the workspace are linked in. Tells where they may not be the commit's own.
 */
export async function checkOut(root: string, commit: string, folder: string): Promise<string[]> {
  const git = (...args: string[]) => run('git', args, { cwd: root, maxBuffer: 2 ** 26 });
  try {
    const { stdout } = await git('rev-parse', '--verify', '--end-of-options', `${commit}^{commit}`);
    await git('clone', '-q', '--shared', '--no-checkout', '--', root, folder);
    await git('-C', folder, '-c', 'advice.detachedHead=false', 'checkout', '-q', '--detach', stdout.trim());
  } catch (error) {
    throw new UsageError(`cannot check out ${commit}: ${(error as { stderr?: string }).stderr?.trim() ?? error}`);
  }
  const { stdout } = await git('ls-files', '-z', '-o', '-i', '--exclude-standard', '--directory');
  const ignored = stdout.split('\0').map((path) => path.replace(/\/$/, ''));
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
    (name) => `dependencies: ${name} differs at ${commit}, which was measured with those installed now`,
  );
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
