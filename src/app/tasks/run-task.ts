import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { loopId } from '../../core/loop-id.ts';
import type { LoopState } from '../../core/state/state.ts';
import type { Failure } from '../../core/tasks/events.ts';
import { findTask, type ListState } from '../../core/tasks/state.ts';
import { changeMessage } from '../../core/tasks/texts.ts';
import { projectFor } from '../../store/layout.ts';
import { commitOnto } from '../../workspace/commit-changes.ts';
import { openWorkspace } from '../../workspace/index.ts';
import { locateWorkspace } from '../../workspace/locate.ts';
import { snapshotOf } from '../loop-reading.ts';
import type { ListRun } from './list-run.ts';
import { workRequest } from './requests.ts';
import { runListLoop, spentBy } from './run-list-loop.ts';

/** Runs the loop of a task until it ends, and keeps its change as a commit. Records nothing of a loop that was paused by the list's signal. */
export async function runTask(list: ListRun, id: string): Promise<void> {
  const { session } = list;
  const state = await startedTask(list, id);
  const task = findTask(state, id);
  const { work } = task;
  if (work === null) throw new Error(`${id} has no loop`);
  const loop = await runListLoop(list, {
    loop: work.loop,
    worktree: work.worktree,
    commit: work.base,
    purpose: { task: id, kind: 'work' },
    goesOn: task.goesOn,
    ownAgents: task.task.agents,
    request: async (inside) => workRequest(session.state, task, await locateWorkspace(inside.cwd)),
  });
  const ending = loop.ended?.ending ?? null;
  if (ending !== 'completed') {
    if (ending === null && list.signal.aborted) return;
    await session.record({
      type: 'task-failed',
      task: id,
      ...failureOf(loop),
      branch: null,
      spent: spentBy(loop),
    });
    return;
  }
  const commit = await commitOfLoop(list, loop, {
    worktree: work.worktree,
    onto: work.base,
    message: changeMessage(state.id, task.task, loop.id),
  });
  await session.record({
    type: 'task-loop-ended',
    task: id,
    loop: loop.id,
    commit: commit?.commit ?? null,
    checks: loop.criteria.filter(({ kind }) => kind !== 'hidden'),
    spent: spentBy(loop),
  });
}

async function startedTask({ session, place }: ListRun, id: string): Promise<ListState> {
  const { state } = session;
  const task = findTask(state, id);
  if (task.status === 'running') return state;
  return session.record({
    type: 'task-started',
    task: id,
    base: state.head,
    loop: loopId(task.task.title, randomBytes(4).toString('hex')),
    worktree: newWorktree(place.folder, state),
    attempt: task.nextAttempt,
  });
}

/** Named after the list, so that one that no event names can be found and removed. */
export function newWorktree(folder: string, { id }: Pick<ListState, 'id'>): string {
  return join(folder, `${worktreePrefix(id)}${randomBytes(4).toString('hex')}`);
}

export function worktreePrefix(list: string): string {
  return `${list.slice(-8)}-`;
}

export function failureOf(loop: LoopState): { why: Failure; reason: string; hint: string | null } {
  if (!loop.ended)
    return { why: 'paused', reason: 'its loop was paused', hint: `jumar tasks retry <task> continues ${loop.id}` };
  const { ending, reason } = loop.ended;
  const isAsking = loop.gate !== null || ending === 'blocked' || ending === 'escalated';
  return { why: ending, reason, hint: isAsking ? `jumar gate show ${loop.id}` : `jumar show ${loop.id}` };
}

/** What the loop's best iteration changed, as a commit on another; null if it changed nothing. */
export async function commitOfLoop(
  { place, context }: Pick<ListRun, 'place' | 'context'>,
  loop: LoopState,
  { worktree, onto, message }: { worktree: string; onto: string; message: string },
): Promise<{ commit: string; tree: string } | null> {
  const best = loop.best ?? 0;
  if (best === 0) return null;
  const { shadow, root } = projectFor(place.home, worktree);
  const workspace = await openWorkspace({ shadow, root, loop: loop.id });
  const entries = await workspace.entries(snapshotOf(loop, 0).commit, snapshotOf(loop, best).commit);
  if (entries.length === 0) return null;
  const identity = Object.fromEntries(
    Object.entries(context.env).filter((entry): entry is [string, string] =>
      /^GIT_(?:AUTHOR|COMMITTER)_/.test(entry[0]),
    ),
  );
  return commitOnto({ root, changes: { entries, started: onto, read: workspace.blob }, onto, message, identity });
}
