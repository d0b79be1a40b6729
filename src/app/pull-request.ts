import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { executables } from '../project/executables.ts';
import { git } from '../system/git.ts';
import { UsageError } from '../system/usage-error.ts';
import type { AppContext } from './context.ts';

export interface PullRequest {
  root: string;
  branch: string;
  title: string;
  body: string;
}

/** How a forge's own program opens one. */
const FORGES = {
  gh: ({ branch, title, body }: PullRequest) => ['pr', 'create', '--head', branch, '--title', title, '--body', body],
  glab: ({ branch, title, body }: PullRequest) => [
    ...['mr', 'create', '--source-branch', branch, '--title', title, '--description', body, '--yes'],
  ],
};

/** Pushes the branch and opens a pull request with `gh`, or a merge request with `glab`. Returns its output. */
export async function openPullRequest({ env }: AppContext, request: PullRequest): Promise<string> {
  const { root, branch } = request;
  const program = await forgeOf(root, env);
  if (program === null)
    throw new UsageError(
      'no pull request opened: neither gh nor glab is installed',
      `git push -u origin ${branch}, then open it by hand`,
    );
  try {
    await git(['push', '-u', 'origin', branch], { cwd: root, asUser: true });
    return (await promisify(execFile)(program, FORGES[program](request), { cwd: root, env })).stdout;
  } catch (error) {
    throw new UsageError(
      `the pull request was not opened: ${(error as Error).message.trim()}`,
      `the branch ${branch} was created`,
    );
  }
}

/** GitLab's program for a remote there, or if it is the only one. */
async function forgeOf(root: string, env: NodeJS.ProcessEnv): Promise<keyof typeof FORGES | null> {
  const isInstalled = executables([root], env.PATH ?? '');
  const remote = await git(['remote', 'get-url', 'origin'], { cwd: root, userConfig: true }).catch(() => null);
  const isGitLab = /gitlab/i.test(remote?.stdout.toString() ?? '');
  const order = isGitLab ? (['glab', 'gh'] as const) : (['gh', 'glab'] as const);
  return order.find((program) => isInstalled(program)) ?? null;
}
