import { judgeNow } from './judge-now.ts';
import type { ListRun } from './list-run.ts';
import { ownRequest } from './requests.ts';
import { newWorktree } from './run-task.ts';

/**
 * Runs the project's own checks once before any work. Those that hold are required of every task from then on; those that fail are
 * not, unless a task names them.
 */
export async function checkOwn(list: ListRun): Promise<void> {
  const { session, place } = list;
  const { state } = session;
  if (state.own.length === 0) {
    await session.record({ type: 'own-checked', holding: [], failing: [] });
    return;
  }
  const worktree = newWorktree(place.folder, state);
  const outcomes = await judgeNow(list, { worktree, commit: state.base, request: ownRequest(state) });
  if (outcomes === null) return;
  await session.record({
    type: 'own-checked',
    holding: outcomes.filter(({ verdict }) => verdict?.outcome === 'pass').map(({ check }) => check),
    failing: outcomes
      .filter(({ verdict }) => verdict?.outcome !== 'pass')
      .map(({ check, why }) => ({ check, reason: why })),
  });
}
