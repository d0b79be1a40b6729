import type { LoopEvent } from '../core/state/events.ts';
import { currentIteration, type LoopState, type SnapshotRef, seenOf } from '../core/state/state.ts';
import type { Ports } from '../ports/index.ts';

/** Brings a tree back, and says what it took out of the workspace that no step of the loop had made. */
export async function* restore(to: SnapshotRef, state: LoopState, ports: Ports) {
  yield (await restored(to, state, ports)).event;
}

/**
 * An iteration begins with exactly the tree that was verified. Checks do not run in the workspace, so what differs from it
 * was done by a person while they ran, or by a stray process: it is set aside, and neither judged nor held against the agent.
 */
export async function* beginWith(to: SnapshotRef, state: LoopState, ports: Ports) {
  const { event, differed } = await restored(to, state, ports);
  if (differed) yield event;
}

async function restored({ iteration, commit }: SnapshotRef, state: LoopState, ports: Ports) {
  const { tree, extraneous, notes = [] } = await ports.workspace.restore(commit, { held: heldBy(state) });
  const all = (await ports.workspace.setAside?.()) ?? [];
  const setAside = all
    .filter(({ name }) => !state.setAside.some((known) => known.name === name))
    .map(({ name, base, paths, count }) => ({ name, since: iterationOf(state, base), paths, count }));
  const event = {
    type: 'workspace-restored',
    iteration,
    tree,
    extraneous,
    ...(setAside.length > 0 && { setAside }),
    ...(notes.length > 0 && { notes }),
  } satisfies LoopEvent;
  return { event, differed: extraneous > 0 || setAside.length > 0 };
}

/** The snapshot that the workspace holds as far as the loop knows. */
function heldBy(state: LoopState): string | undefined {
  const { workspaceTree, carried, start } = state;
  const known = [
    ...state.iterations.flatMap(({ snapshot }) => [snapshot, snapshot?.seen]),
    start?.seen,
    carried,
  ].findLast((one) => one && one.tree === workspaceTree);
  const current = currentIteration(state)?.snapshot;
  return (known ?? current?.seen ?? current ?? (start && seenOf(start)))?.commit;
}

function iterationOf(state: LoopState, commit: string | null): number | null {
  return (
    state.iterations.find(({ snapshot: one }) => one && [one.commit, one.seen?.commit].includes(commit ?? ''))?.n ??
    null
  );
}
