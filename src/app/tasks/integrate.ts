import { randomBytes } from 'node:crypto';
import { loopId } from '../../core/loop-id.ts';
import { type LoopState, launches } from '../../core/state/state.ts';
import { isContinued } from '../../core/tasks/outcome.ts';
import { findTask, type ListState, requiredChecks, type TaskState } from '../../core/tasks/state.ts';
import { CONFLICTS_FILE, changeMessage, conflictsText, integrationMessage } from '../../core/tasks/texts.ts';
import { listPaths } from '../../store/layout.ts';
import { type MergeTool, openMergeTool } from '../../workspace/merge-trees.ts';
import { deleteWorktree } from '../in-worktree.ts';
import { guardIntegration } from './guard-integration.ts';
import type { ListRun } from './list-run.ts';
import { agentsOf, integrationRequest } from './requests.ts';
import { runListLoop, spentBy } from './run-list-loop.ts';
import { commitOfLoop, failureOf, newWorktree } from './run-task.ts';

/**
 * Merges the change of a finished task onto the head of the branch, in no checkout, and has a loop judge the result: by the checks of
 * this task, of all integrated ones, and the project's own. If they hold at once, no agent runs; if not, or if the merge has conflicts,
 * the loop's agent brings both together. What held is recorded; the branch moves after that.
 */
export async function integrateTask(list: ListRun, id: string): Promise<void> {
  const { session, place } = list;
  const tool = await openMergeTool(place.here, listPaths(place.project, session.state.id).merges, list.context.env);
  const state = await startedIntegration(list, tool, id);
  const task = findTask(state, id);
  const started = task.integration;
  if (started === null) throw new Error(`${id} is not being integrated`);
  const loop = await runListLoop(list, {
    loop: started.loop,
    worktree: started.worktree,
    commit: started.merged,
    purpose: { task: id, kind: 'integration' },
    ownAgents: agentsOf(task),
    request: async () => integrationRequest(session.state, task, started),
  });
  if (!loop.ended && list.signal.aborted) return;
  if (loop.ended?.ending !== 'completed') return refuse(list, task, loop);

  const { worktree, merged, onto } = started;
  const message = changeMessage(state.id, task.task, loop.id);
  const changed = await commitOfLoop(list, loop, { worktree, onto: merged, message });
  const tree = changed?.tree ?? (await tool.treeOf(merged));
  const result = { loop, commit: changed?.commit ?? merged };
  const problem = launches(loop) > 0 ? await guardIntegration(list, task, started, result) : null;
  if (problem !== null) {
    await session.record({
      type: 'integration-refused',
      task: id,
      why: 'guard',
      reason: problem,
      spent: spentBy(loop),
    });
    return deleteWorktree(place, worktree);
  }
  const checks = requiredChecks(state, id);
  const receipt = {
    checks,
    loop: task.work?.loop ?? '',
    by: loop.id,
    launches: launches(loop),
    conflicts: started.conflicts,
    keptOver: keptOver(task),
  };
  const isSame = tree === (await tool.treeOf(onto));
  const commit = isSame ? onto : await tool.commit(tree, onto, integrationMessage(state.id, task.task, receipt));
  await session.record({ type: 'integration-verified', task: id, onto, commit, tree, checks, spent: spentBy(loop) });
}

/** `codex, opencode (size of the change: 4 changed lines)` */
function keptOver({ bakeOff }: TaskState): string | null {
  if (!bakeOff?.decided) return null;
  const { winner, reason } = bakeOff.decided;
  const others = bakeOff.entries.filter(({ loop }) => loop !== winner).map(({ name }) => name);
  return `${others.join(', ')} (${reason})`;
}

async function startedIntegration({ session, place }: ListRun, tool: MergeTool, id: string): Promise<ListState> {
  const { state } = session;
  const task = findTask(state, id);
  if (task.status === 'integrating') return state;
  const onto = state.head;
  const merge = task.commit
    ? await tool.merge(onto, task.commit)
    : { tree: await tool.treeOf(onto), conflicts: [], messages: '' };
  const { conflicts, messages } = merge;
  const tree =
    conflicts.length > 0
      ? await tool.withFile(merge.tree, CONFLICTS_FILE, conflictsText(task.task, conflicts, messages))
      : merge.tree;
  return session.record({
    type: 'integration-started',
    task: id,
    onto,
    merged: await tool.commit(tree, onto, changeMessage(state.id, task.task, task.work?.loop ?? '')),
    conflicts,
    loop: loopId(`integrate ${task.task.title}`, randomBytes(4).toString('hex')),
    worktree: newWorktree(place.folder, state),
    attempt: task.refusals.length + 1,
  });
}

/** Whatever a person or time can change fails the task as it is; otherwise the task gets another try, if there is one left. */
async function refuse({ session, place }: ListRun, { task, integration }: TaskState, loop: LoopState): Promise<void> {
  const { why, reason, hint } = failureOf(loop);
  const spent = spentBy(loop);
  if (isContinued(why) || why === 'budget' || why === 'aborted') {
    await session.record({
      type: 'task-failed',
      task: task.id,
      why,
      reason: `when it was integrated: ${reason}`,
      hint,
      branch: null,
      spent,
    });
    return;
  }
  const isConflict = (integration?.conflicts.length ?? 0) > 0;
  await session.record({
    type: 'integration-refused',
    task: task.id,
    why: isConflict ? 'conflict' : 'checks',
    reason: `${loop.id} ended without bringing it in: ${reason}`,
    spent,
  });
  if (integration) await deleteWorktree(place, integration.worktree);
}
