import { statSync } from 'node:fs';
import { cp, mkdir, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { git } from '../system/git.ts';
import { display, splitNul } from '../system/paths.ts';
import { WorkspaceError, withContext } from './errors.ts';
import type { Located } from './locate.ts';

export interface AddedWorktree {
  commit: string;
  /** Changed files of the user's working tree, which are not in it. */
  uncommitted: string[];
}

/**
 * Checks a commit, or HEAD, out into a separate, detached worktree: nothing done there touches the user's files, index or branch.
 * Includes the user's Jumar files, committed or not.
 */
export async function addWorktree(
  { root, git: repository }: Located,
  path: string,
  start = 'HEAD',
): Promise<AddedWorktree> {
  if (!repository)
    throw new WorkspaceError(
      'does-not-fit',
      `${root} is not a git repository, and a worktree needs one. Run "git init".`,
    );
  return withContext('making a worktree', async () => {
    const run = async (args: readonly string[]) => (await git(args, { cwd: root, userConfig: true })).stdout.toString();
    const commit = await run(['rev-parse', '--verify', '--end-of-options', `${start}^{commit}`]).catch(() => {
      if (start !== 'HEAD') throw new WorkspaceError('does-not-fit', `${root} has no commit ${start}.`);
      throw new WorkspaceError('does-not-fit', `${root} has no commit yet, and a worktree needs one. Commit once.`);
    });
    const uncommitted = await uncommittedPaths(root);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // Twice: a git that was killed while it made this worktree leaves a locked record of it.
    await run(['worktree', 'add', '--force', '--force', '--detach', '--quiet', path, commit.trim()]);
    await copyOwn(root, path);
    return { commit: commit.trim(), uncommitted };
  });
}

/** The files that differ from HEAD, without Jumar's own. */
export async function uncommittedPaths(root: string): Promise<string[]> {
  const args = ['--no-optional-locks', 'status', '--porcelain', '-z', '--no-renames', '--untracked-files=all'];
  const { stdout } = await git(args, { cwd: root, userConfig: true });
  const paths = splitNul(stdout).map((line) => display(line.slice('?? '.length)));
  return paths.filter((path) => !path.startsWith('.jumar/'));
}

/** `2 uncommitted files (a.txt, b.txt)` */
export function uncommittedText(paths: readonly string[]): string {
  const more = paths.length > NAMED ? ', …' : '';
  return `${countText(paths.length)} (${paths.slice(0, NAMED).join(', ')}${more})`;
}

const NAMED = 3;
const countText = (count: number) => `${count} uncommitted ${count === 1 ? 'file' : 'files'}`;

/** Whether every commit of the worktree is on a branch or tag or one of these, so that removing the worktree loses no other. */
export async function reachesAll(path: string, known: readonly string[]): Promise<boolean> {
  const args = ['rev-list', '-n1', 'HEAD', '--not', '--branches', '--tags', '--remotes', ...known];
  const { code, stdout } = await git(args, { cwd: path, accept: [0, 128] });
  return code !== 0 || stdout.length === 0;
}

/** Removes the worktree, its content and git's record of it. Ignores what is already gone. */
export async function removeWorktree(path: string): Promise<void> {
  const common = await git(['rev-parse', '--path-format=absolute', '--git-common-dir'], { cwd: path }).catch(
    () => null,
  );
  if (!common) return;
  const gitDir = common.stdout.toString().trim();
  await git(['worktree', 'remove', '--force', '--force', path], { cwd: dirname(gitDir), gitDir });
}

/** `jumar.config.*` and `.jumar/` with its loop types, but without the files of loops. */
async function copyOwn(root: string, path: string): Promise<void> {
  const names = (await readdir(root)).filter((name) => name === '.jumar' || /^jumar\.config\.\w+$/.test(name));
  const written = [join(root, '.jumar', 'loops'), join(root, '.jumar')];
  for (const name of names) {
    await cp(join(root, name), join(path, name), {
      recursive: true,
      filter: (source) =>
        !(dirname(source) === written[0] && (statSync(source).isDirectory() || source.endsWith('.txt'))) &&
        !(dirname(source) === written[1] && basename(source) === 'aside'),
    });
  }
}
