import { GitError, git as run } from '../workspace/git.ts';

interface GitOutput {
  code: number;
  stdout: Buffer;
  stderr: string;
}

/** A partial clone may fetch what it lacks: the audit is asked for by the repository's own user. */
const asUser = { GIT_NO_LAZY_FETCH: '0', GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh' };

/** In a pre-commit hook of `git commit <file>` what is staged stands in an index of its own. */
const indexOfHook = (): Record<string, string> =>
  process.env.GIT_INDEX_FILE ? { GIT_INDEX_FILE: process.env.GIT_INDEX_FILE } : {};

/** Runs git as its user would, in a folder; a git that says no is data here, one that cannot be started is not. */
export async function git(cwd: string, args: string[], input?: string): Promise<GitOutput> {
  try {
    return await run(['-c', 'core.quotePath=false', ...args], {
      cwd,
      userConfig: true,
      env: { ...asUser, ...indexOfHook() },
      ...(input === undefined ? {} : { input }),
    });
  } catch (error) {
    if (!(error instanceof GitError) || error.kind !== 'failed' || error.code === null) throw error;
    return { code: error.code, stdout: Buffer.alloc(0), stderr: error.stderr };
  }
}
