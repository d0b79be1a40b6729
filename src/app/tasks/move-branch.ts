import { findTask } from '../../core/tasks/state.ts';
import { slugOf } from '../../core/tasks/words.ts';
import { git } from '../../system/git.ts';
import { UsageError } from '../../system/usage-error.ts';
import { deleteWorktree } from '../in-worktree.ts';
import type { ListRun } from './list-run.ts';

/**
 * Moves the branch of the list to a verified commit, if it still is where the list left it. Done once, however often it is called: a
 * killed process may have moved it and not recorded so.
 */
export async function moveBranch({ session, place }: ListRun, id: string): Promise<void> {
  const { state } = session;
  const { root } = place.here;
  const task = findTask(state, id);
  const commit = task.verified?.commit;
  if (commit === undefined) throw new Error(`${id} is not verified`);
  const { at, checkedOut } = await branchNow(root, state.branch);
  const isFirst = at === null && state.head === state.base;
  if (at !== commit) {
    if (at !== state.head && !isFirst)
      throw new UsageError(
        `${state.branch} was moved by somebody else: it is at ${at?.slice(0, 12) ?? 'nothing'}, and the list left it at ${state.head.slice(0, 12)}`,
        `git branch -f ${state.branch} ${state.head.slice(0, 12)}, then: jumar tasks resume ${state.id}`,
      );
    if (checkedOut !== null)
      throw new UsageError(
        `${state.branch} is checked out in ${checkedOut}, and a list does not touch a checkout`,
        `switch to another branch there, then: jumar tasks resume ${state.id}`,
      );
    const old = at ?? '0'.repeat(commit.length);
    const args = ['update-ref', '-m', `jumar apply: ${id}`, `refs/heads/${state.branch}`, commit, old];
    await git(args, { cwd: root, userConfig: true });
  }
  await session.record({ type: 'task-integrated', task: id, commit });
  for (const worktree of [task.work?.worktree, task.integration?.worktree])
    if (worktree !== undefined) await deleteWorktree(place, worktree);
}

/** Leaves a change that could not be integrated on a branch of its own, and says so. */
export async function giveUp({ session, place }: ListRun, id: string): Promise<void> {
  const { state } = session;
  const { task, commit, refusals } = findTask(state, id);
  const branch =
    commit === null ? null : await ownBranch(place.here.root, `${state.branch}-${slugOf(task.id)}`, commit);
  const tries = refusals.length === 1 ? 'try' : 'tries';
  await session.record({
    type: 'task-failed',
    task: id,
    why: 'not-integrated',
    reason: `its own checks hold, but not together with the tasks before it, after ${refusals.length} ${tries}: ${refusals.at(-1)?.reason ?? ''}`,
    hint: branch === null ? null : `its change is on ${branch}; try again: jumar tasks retry ${id}`,
    branch,
    spent: null,
  });
}

/** Creates the branch at the commit, or finds it there. */
export async function ownBranch(root: string, name: string, commit: string): Promise<string> {
  for (let n = 1; ; n++) {
    const branch = n === 1 ? name : `${name}-${n}`;
    const { at } = await branchNow(root, branch);
    if (at === commit) return branch;
    if (at !== null) continue;
    await git(['update-ref', `refs/heads/${branch}`, commit, '0'.repeat(commit.length)], {
      cwd: root,
      userConfig: true,
    });
    return branch;
  }
}

async function branchNow(root: string, branch: string): Promise<{ at: string | null; checkedOut: string | null }> {
  const args = ['for-each-ref', '--format=%(objectname) %(worktreepath)', `refs/heads/${branch}`];
  const [line = ''] = (await git(args, { cwd: root, userConfig: true })).stdout.toString().split('\n');
  const [, at = null, checkedOut = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
  return { at, checkedOut: checkedOut === '' ? null : checkedOut };
}
