import { setMaxListeners } from 'node:events';
import { keyOf, type ListStep, nextSteps } from '../../core/tasks/next-steps.ts';
import type { ListState } from '../../core/tasks/state.ts';
import { findTask, knownCostOf } from '../../core/tasks/state.ts';
import { JumarError } from '../../system/errors.ts';
import type { AppContext } from '../context.ts';
import { isUsage } from '../failures.ts';
import type { WorktreeHome } from '../in-worktree.ts';
import { joinSignals } from '../join-signals.ts';
import { shareAgents } from './agent-turns.ts';
import { decide, runEntry, startBakeOff } from './bake-off.ts';
import { checkOwn } from './check-own.ts';
import { integrateTask } from './integrate.ts';
import type { ListHost, ListRun } from './list-run.ts';
import type { ListSession } from './list-session.ts';
import { giveUp, moveBranch } from './move-branch.ts';
import { runTask } from './run-task.ts';

/**
 * The driver of a list: steps side by side, as many as may begin, until the list has ended or is paused. Crash recovery is calling
 * it again with the folded log.
 */
export async function performSteps(
  context: AppContext,
  place: WorktreeHome,
  session: ListSession,
  host: ListHost,
  chosen: ListRun['chosen'] = {},
): Promise<ListState> {
  const stopping = new AbortController();
  const { signal, stop } = joinSignals([host.signal, session.signal, stopping.signal]);
  // Every loop that runs listens to it.
  setMaxListeners(0, signal);
  const live: ListRun['live'] = new Map();
  const isSpent = () => {
    const { maxCostUsd } = session.state.choices;
    return maxCostUsd !== null && knownCostOf(session.state.tasks) + liveCost(session.state, live) >= maxCostUsd;
  };
  const onSpent = () => {
    if (isSpent()) stopping.abort(BUDGET);
  };
  const shared = shareAgents(session.state.choices.agentSlots, Date.now);
  const list: ListRun = { context, place, session, host, signal, shared, live, chosen, onSpent };
  const underWay = new Map<string, Promise<void>>();
  let failure: unknown = null;
  const begin = (step: Exclude<ListStep, { type: 'end' }>) => {
    const key = keyOf(step);
    const work = perform(list, step)
      .catch((error: unknown) => {
        failure ??= error;
        stopping.abort(error);
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, work);
  };
  try {
    for (;;) {
      const steps = signal.aborted ? [] : nextSteps(session.state, new Set(underWay.keys()));
      for (const step of steps) {
        if (step.type !== 'end') begin(step);
        else return await session.record({ type: 'list-ended', ending: step.ending, reason: step.reason });
      }
      if (underWay.size === 0) break;
      await Promise.race(underWay.values());
    }
    if (failure !== null) {
      if (failure instanceof JumarError && isUsage(failure))
        await session.record({ type: 'list-paused', reason: failure.message });
      throw failure;
    }
    if (signal.reason === BUDGET) {
      const reason = `the budget of ${session.state.choices.maxCostUsd} US$ is used up`;
      return await session.record({ type: 'list-ended', ending: 'budget', reason });
    }
    return await session.record({ type: 'list-paused', reason: 'interrupted' });
  } finally {
    await Promise.allSettled(underWay.values());
    stop();
  }
}

const BUDGET = 'budget';

/** What the loops of this session have cost beyond what the list's log has of them. */
function liveCost({ tasks }: ListState, live: ListRun['live']): number {
  const recorded = new Map(tasks.flatMap(({ spent }) => Object.entries(spent)));
  return [...live].reduce((sum, [loop, cost]) => sum + cost - (recorded.get(loop)?.costUsd ?? 0), 0);
}

async function perform(list: ListRun, step: Exclude<ListStep, { type: 'end' }>): Promise<void> {
  switch (step.type) {
    case 'check-own':
      return checkOwn(list);
    case 'integrate':
      return integrateTask(list, step.task);
    case 'move-branch':
      return moveBranch(list, step.task);
    case 'give-up':
      return giveUp(list, step.task);
    case 'start-bake-off':
      return startBakeOff(list, step.task);
    case 'run-entry':
      return runEntry(list, step.task, step.loop);
    case 'decide-bake-off':
      return decide(list, step.task);
    case 'run-loop':
      return runTask(list, step.task).catch((error: unknown) => refuseTask(list, step.task, error));
  }
}

/** What is wrong with a task, or the place it would work in, stops this task and no other. */
async function refuseTask({ session }: ListRun, id: string, error: unknown): Promise<void> {
  if (!(error instanceof JumarError) || !isUsage(error)) throw error;
  const { message, hint, code } = error;
  const why = code === 'usage' ? 'refused' : 'cannot-start';
  findTask(session.state, id);
  await session.record({ type: 'task-failed', task: id, why, reason: message, hint, branch: null, spent: null });
}
