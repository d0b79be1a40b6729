import { isAbsolute, join, relative } from 'node:path';
import { inTheWayOf } from '../workspace/merging.ts';
import type { LoopReading } from './loop-reading.ts';

/** How the branch that was just made comes into the one that is checked out, given what lies in the working tree. */
export async function mergeHint({ entry, state }: LoopReading, branch: string, cwd: string): Promise<string> {
  const { worktreeOf } = state.workspace;
  const root = worktreeOf ?? entry.project.root;
  const merge = `git merge ${branch}`;
  const met = await inTheWayOf(root, branch);
  if (met.kind === 'nothing') return `merge: ${merge}`;
  if (met.kind === 'other changes' || worktreeOf !== undefined) {
    const files = `${met.paths.slice(0, SHOWN).join(', ')}${met.paths.length > SHOWN ? ', …' : ''}`;
    const first =
      worktreeOf === undefined ? `jumar rollback ${entry.id} 0, commit what is yours` : 'commit or stash what is yours';
    return `to merge: the working tree holds more than it in ${files}; ${first}, then ${merge}`;
  }
  return `the working tree holds it already; merge: ${staging(root, branch, met.paths, cwd)} && ${merge}`;
}

const SHOWN = 5;

/** Git merges what is uncommitted in the same way once it is staged. */
function staging(root: string, branch: string, paths: readonly string[], cwd: string): string {
  const within = relative(root, cwd);
  const from = within.startsWith('..') || isAbsolute(within) ? root : cwd;
  const local = paths.map((path) => relative(from, join(root, path)));
  if (paths.length <= SHOWN && local.every((path) => /^[\w./-]+$/.test(path))) return `git add -- ${local.join(' ')}`;
  const add = from === root ? 'git add' : `git -C "$(git rev-parse --show-toplevel)" add`;
  return `git diff -z --name-only --no-renames HEAD ${branch} | ${add} --pathspec-from-file=- --pathspec-file-nul`;
}
