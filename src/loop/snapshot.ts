import type { EventOf, LoopEvent } from '../core/state/events.ts';
import { type LoopState, lineTo, seenRef } from '../core/state/state.ts';
import type { Step } from '../core/state/step.ts';
import type { Moved } from '../core/state/verification-events.ts';
import { isRebuilt } from '../core/verification/build-output.ts';
import { committedWords } from '../core/verification/committed.ts';
import { setupCommand } from '../core/verification/setup.ts';
import type { Ports } from '../ports/index.ts';
import { foundByAgent, holdsOut, putTestsBack } from './held-out.ts';

const NO_CHANGES = { files: 0, insertions: 0, deletions: 0, paths: [] };
const MAX_LOCAL_CHANGES = 50;
const BRANCHES = 'branches.json';
export const SAVED_INDEX = 'user-index';

/**
 * The tree as the agent left it, but for what it may not change. That is taken back in the snapshot and not in the
 * workspace, so that a kill in between loses nothing: a restore follows.
 */
export async function* takeSnapshot(
  { iteration, parent }: Extract<Step, { type: 'take-snapshot' }>,
  state: LoopState,
  ports: Ports,
) {
  const name = `${state.id}/${iteration}`;
  const asLeft = await ports.workspace.snapshot(name, parent);
  let snapshot: { commit: string; tree: string } = asLeft;
  const notes = [...asLeft.notes];
  let undone: string[] = [];
  if (parent) {
    const forbidden = await ports.safeguards.findForbiddenChanges(parent, asLeft.commit, state);
    if (forbidden) {
      const { paths, fact } = forbidden;
      undone = [...fact.protected.paths, ...fact.scope.paths];
      if (paths.length > 0) snapshot = await ports.workspace.amend(name, asLeft.commit, parent, paths);
      yield { type: 'changes-reverted', iteration, commit: asLeft.commit, ...fact } satisfies LoopEvent;
      if (paths.length > 0)
        notes.push(
          `the undone changes are saved as ${iteration}-as-left: jumar diff ${state.id} ${iteration} ${iteration}-as-left`,
        );
      const outside = [
        ...forbidden.unexpectedFiles,
        ...forbidden.ignored.filter(({ undoable, path }) => undoable && !isRebuilt(path)).map(({ path }) => path),
      ];
      notes.push(...((await ports.workspace.saveUndoneFiles?.(`${state.id}-${iteration}-as-left`, outside)) ?? []));
      if (!state.agent.isOutside) await ports.safeguards.undoIgnored(forbidden);
    }
  }
  const { changes: localChanges, copies } = await ports.safeguards.localFiles.changes(iteration);
  if (localChanges.some(({ undoable }) => undoable))
    notes.push(`ignored files from before the agent ran are kept in ${copies}`);
  const { commit, tree } = snapshot;
  // Without the tests that the agent does not see: it did not take them out.
  const baseline = state.iterations[0]?.snapshot ? seenRef(state, 0).commit : undefined;
  const [changes, net, { moved, notes: others }, locks] = await Promise.all([
    parent ? ports.workspace.changes(parent, commit) : NO_CHANGES,
    parent && baseline && baseline !== parent ? ports.workspace.changes(baseline, commit) : null,
    parent ? movedBranches(iteration, ports) : { moved: [], notes: [] },
    setupCommand(state, 'room') ? ports.workspace.locks(commit) : null,
  ]);
  notes.push(...others);
  const committed = parent ? await stillCommitted(state, undone, ports) : [];
  const details = {
    changes,
    ...(net && { net }),
    ...(locks === null ? {} : { locks }),
    ...(moved.length > 0 ? { moved } : {}),
    ...(committed.length > 0 && { committed }),
    ...(localChanges.length > 0 && { localChanges: localChanges.slice(0, MAX_LOCAL_CHANGES) }),
    ...(parent === null && { ignoredJudges: await ports.safeguards.ignoredJudges(commit) }),
  };
  if (committed.length > 0 && moved.length > 0) notes.push(committedWords(committed));
  const whole = holdsOut(state)
    ? await putTestsBack(name, commit, { n: iteration, keepsFound: false }, state, ports)
    : null;
  const trees = whole ? { commit: whole.commit, tree: whole.tree, seen: { commit, tree } } : { commit, tree };
  yield { type: 'snapshot-taken', iteration, ...asLeft, notes, ...trees, ...details } satisfies LoopEvent;
  if (whole) yield* foundByAgent(iteration, whole, state);
  if (parent && moved.length === 0) await forgetBranches(iteration, ports);
}

/** Of what was undone now, or on the way to the tree that the agent began with: what HEAD still contains. */
async function stillCommitted(state: LoopState, undone: readonly string[], ports: Ports): Promise<string[]> {
  const before = lineTo(state, state.start?.iteration ?? 0).flatMap(({ reverted }) =>
    reverted ? [...reverted.protected.paths, ...reverted.scope.paths] : [],
  );
  const paths = [...new Set([...undone, ...before])];
  if (paths.length === 0) return [];
  return ports.workspace.committedSince(state.iterations[0]?.snapshot?.head?.commit ?? null, paths);
}

/** Where the user's branches and index were before the agent ran; beside the log, for a kill may come before the snapshot. */
export async function noteBranches(iteration: number, ports: Ports): Promise<void> {
  // A run before it, which a limit ended, belongs to the same iteration.
  if ((await ports.files.readData(iteration, BRANCHES)) !== null) return;
  // Branches last: a stash that somebody makes meanwhile is then among the branches from before, and no kill leaves them without an index.
  await ports.workspace.saveIndex(ports.files.path(iteration, SAVED_INDEX).absolute);
  await ports.files.writeData(iteration, BRANCHES, await ports.workspace.branches());
}

/** Nothing is to be moved back: an index may be large, and there is one for every iteration. */
async function forgetBranches(iteration: number, ports: Ports): Promise<void> {
  for (const name of [BRANCHES, SAVED_INDEX, `${SAVED_INDEX}.stash`, `${SAVED_INDEX}.head-log`])
    await ports.files.remove(iteration, name);
}

/** What the agent of an iteration moved; nothing if it was not noted where everything was before. */
async function movedBranches(iteration: number, ports: Ports): Promise<{ moved: Moved[]; notes: string[] }> {
  const before = (await ports.files.readData(iteration, BRANCHES)) as Record<string, string> | null;
  if (before === null) return { moved: [], notes: [] };
  return ports.workspace.agentMoves(before, { savedIndex: ports.files.path(iteration, SAVED_INDEX).absolute });
}

/** A run that was cut off is not an iteration, and is done again: what its agent did to branches and ignored files is undone at once. */
export async function* undoMovesOfLostRun(iteration: number, ports: Ports) {
  const { moved, notes } = await movedBranches(iteration, ports);
  const savedIndex = ports.files.path(iteration, SAVED_INDEX).absolute;
  const problems = moved.length > 0 ? await ports.workspace.moveBack(moved, savedIndex) : [];
  const files = await restoreLocalFiles([iteration], ports);
  if (moved.length + notes.length > 0 || files.restored || files.left)
    yield { type: 'refs-reset', iterations: [], moved, ...files, notes: [...notes, ...problems] } satisfies LoopEvent;
  await forgetBranches(iteration, ports);
}

export async function restoreLocalFiles(
  iterations: readonly number[],
  ports: Ports,
): Promise<Pick<EventOf<'refs-reset'>, 'restored' | 'left'>> {
  const { restored, notes } = await ports.safeguards.localFiles.restore(iterations);
  return { ...(restored.length > 0 && { restored }), ...(notes.length > 0 && { left: notes }) };
}
