import { randomBytes } from 'node:crypto';
import { loopId } from '../../core/loop-id.ts';
import { deleteWorktree } from '../in-worktree.ts';
import { joinSignals } from '../join-signals.ts';
import type { ListRun } from './list-run.ts';
import { ownRequest } from './requests.ts';
import { runListLoop } from './run-list-loop.ts';
import { newWorktree } from './run-task.ts';

/**
 * Runs the project's own checks once before any work. Those that hold are required of every task from then on; those that fail are
 * not, unless a task names them. They are judged like everything else: by a loop, which ends before its agent would start.
 */
export async function checkOwn(list: ListRun): Promise<void> {
  const { session, place } = list;
  const { state } = session;
  if (state.own.length === 0) {
    await session.record({ type: 'own-checked', holding: [], failing: [] });
    return;
  }
  const worktree = newWorktree(place.folder, state);
  const enough = new AbortController();
  const { signal, stop } = joinSignals([list.signal, enough.signal]);
  try {
    const loop = await runListLoop(list, {
      loop: loopId('checks before any task', randomBytes(4).toString('hex')),
      worktree,
      commit: state.base,
      purpose: { task: null, kind: 'own' },
      request: async () => ownRequest(state),
      signal,
      observe: ({ event }) => {
        if (event.type === 'checks-finished') enough.abort();
      },
    });
    const verdicts = loop.iterations[0]?.verdicts;
    if (list.signal.aborted && !verdicts) return;
    const outcomes = state.own.map((check, index) => ({
      check,
      verdict: verdicts?.find(({ criterion }) => criterion === `c${index + 1}`),
    }));
    await session.record({
      type: 'own-checked',
      holding: outcomes.filter(({ verdict }) => verdict?.outcome === 'pass').map(({ check }) => check),
      failing: outcomes
        .filter(({ verdict }) => verdict?.outcome !== 'pass')
        .map(({ check, verdict }) => ({ check, reason: verdict?.reason ?? loop.ended?.reason ?? 'it was not run' })),
    });
  } finally {
    stop();
    await deleteWorktree(place, worktree);
  }
}
