import { GitError } from '../system/git.ts';
import { WorkspaceError } from './errors.ts';
import type { Shadow } from './shadow.ts';

/** Applies a patch to the working tree, all of it or nothing; git follows no link on the way. */
export async function applyPatch(shadow: Shadow, patch: Buffer): Promise<void> {
  try {
    await shadow.run(['apply', '--whitespace=nowarn', '-'], { input: patch });
  } catch (error) {
    if (!(error instanceof GitError && error.code === 'git-failed')) throw error;
    const lines = error.stderr
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('error: '));
    const why = lines.map((line) => line.slice('error: '.length)).join('; ');
    throw new WorkspaceError('does-not-fit', `the working tree has other changes there: ${why}`, { cause: error });
  }
}
