import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from '../../system/git.ts';

/** Where the room's repository finds the user's: a link, or the place where a cage mounts it. */
export function userRepositoryIn(folder: string): string {
  return join(folder, 'user');
}

/**
 * Gives the room a repository of its own over the user's objects and references, as a linked worktree has, with HEAD and
 * index as they are now. What a check commits or stages there moves none of the user's branches.
 */
export async function linkRepository(
  { gitDir, commonDir }: { gitDir: string; commonDir: string },
  root: string,
  folder: string,
  isMounted: boolean,
): Promise<void> {
  const users = userRepositoryIn(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rm(users, { recursive: true, force: true });
  if (isMounted) await mkdir(users);
  else await symlink(commonDir, users);
  if (existsSync(join(folder, 'HEAD'))) return;
  const { stdout, code } = await git(['rev-parse', '-q', '--verify', 'HEAD'], {
    cwd: root,
    gitDir,
    accept: [0, 1, 128],
  });
  await copyFile(join(gitDir, 'index'), join(folder, 'index')).catch(() => {});
  await writeFile(join(folder, 'commondir'), `${users}\n`);
  await writeFile(join(folder, 'gitdir'), `${join(root, '.git')}\n`);
  await writeFile(join(root, '.git'), `gitdir: ${folder}\n`);
  await writeFile(join(folder, 'HEAD'), code === 0 ? stdout : await readFile(join(gitDir, 'HEAD')));
}
