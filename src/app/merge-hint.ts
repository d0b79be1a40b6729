import { isAbsolute, join, relative } from 'node:path';
import { findMergeObstacles } from '../workspace/merge-obstacles.ts';
import type { LoopReading } from './loop-reading.ts';

/** How to merge the new branch into the current one, given the state of the working tree. */
export async function mergeHint(
  { entry, state }: LoopReading,
  { branch, cwd, withOwnEdits }: { branch: string; cwd: string; withOwnEdits: readonly string[] },
): Promise<string> {
  const { worktreeOf } = state.workspace;
  const root = worktreeOf ?? entry.project.root;
  const merge = `git merge ${branch}`;
  const met = await findMergeObstacles(root, branch);
  if (met.kind === 'nothing') return `merge: ${merge}`;
  if (met.kind === 'other changes' || worktreeOf !== undefined) {
    const files = `${met.paths.slice(0, SHOWN).join(', ')}${met.paths.length > SHOWN ? ', …' : ''}`;
    const first =
      worktreeOf === undefined
        ? `jumar rollback ${entry.id} 0, commit your own changes`
        : 'commit or stash your own changes';
    // Committed, the user's edits are on both sides, and git cannot know that the branch has them already.
    const sided =
      withOwnEdits.length === 0
        ? merge
        : `git merge -X theirs ${branch} (without -X theirs it conflicts: the branch has your edits in these lines already, so its side is taken)`;
    return `to merge: the working tree has other changes in ${files}; ${first}, then ${sided}`;
  }
  return `the working tree already has these changes; merge: ${staging(root, branch, met.paths, cwd)} && ${merge}`;
}

const SHOWN = 5;

/** Git accepts identical uncommitted changes once they are staged. */
function staging(root: string, branch: string, paths: readonly string[], cwd: string): string {
  const within = relative(root, cwd);
  const from = within.startsWith('..') || isAbsolute(within) ? root : cwd;
  const local = paths.map((path) => relative(from, join(root, path)));
  if (paths.length <= SHOWN && local.every((path) => /^[\w./-]+$/.test(path))) return `git add -- ${local.join(' ')}`;
  const add = from === root ? 'git' : `git -C "$(git rev-parse --show-toplevel)"`;
  return `git diff -z --name-only --no-renames HEAD ${branch} | ${add} --literal-pathspecs add --pathspec-from-file=- --pathspec-file-nul`;
}
