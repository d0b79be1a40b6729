import { GitError, type GitOptions, type GitResult, git as run } from '../system/git.ts';
import { objectsFolder } from '../system/loose-objects.ts';
import { type ObjectSource, openObjects } from '../system/object-source.ts';

/** The two trees to compare; `after: null` is the working tree, `'index'` the staged changes. */
export interface Trees {
  before: string;
  after: string | 'index' | null;
}

/** In a pre-commit hook of `git commit <file>`, the staged changes are in a separate index. */
const indexOfHook = (): Record<string, string> =>
  process.env.GIT_INDEX_FILE ? { GIT_INDEX_FILE: process.env.GIT_INDEX_FILE } : {};

const optionsIn = (cwd: string): GitOptions => ({ cwd, userConfig: true, mayFetch: true, env: indexOfHook() });

let last: { root: string; objects: ObjectSource } | null = null;

/** The objects of the repository at a git folder or the top of a working tree. */
export function objectsIn(root: string): ObjectSource {
  if (last?.root !== root) last = { root, objects: openObjects(objectsFolder(root), () => optionsIn(root)) };
  return last.objects;
}

/** Runs git with the user's configuration, because the repository's own user requested the audit. A non-zero exit code is returned; failing to start git throws. */
export async function git(cwd: string, args: string[], input?: string): Promise<GitResult> {
  try {
    return await run(['-c', 'core.quotePath=false', ...args], {
      ...optionsIn(cwd),
      ...(input === undefined ? {} : { input }),
    });
  } catch (error) {
    if (!(error instanceof GitError) || error.code !== 'git-failed' || error.exitCode === null) throw error;
    return { code: error.exitCode, stdout: Buffer.alloc(0), stderr: error.stderr };
  }
}
