import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { executables } from '../project/executables.ts';
import { git } from '../system/git.ts';
import { UsageError } from '../system/usage-error.ts';
import type { AppContext } from './context.ts';

/** Pushes the branch and opens a pull request with the `gh` command. Returns its output. */
export async function openPullRequest(
  { env }: AppContext,
  { root, branch, message }: { root: string; branch: string; message: string },
): Promise<string> {
  if (!executables([root], env.PATH ?? '')('gh'))
    throw new UsageError(
      'no pull request opened: gh is not installed',
      `git push -u origin ${branch}, then open it by hand`,
    );
  const [title = '', , ...body] = message.split('\n');
  try {
    await git(['push', '-u', 'origin', branch], { cwd: root, asUser: true });
    const args = ['pr', 'create', '--head', branch, '--title', title, '--body', body.join('\n')];
    return (await promisify(execFile)('gh', args, { cwd: root, env })).stdout;
  } catch (error) {
    throw new UsageError(
      `the pull request was not opened: ${(error as Error).message.trim()}`,
      `the branch ${branch} was created`,
    );
  }
}
