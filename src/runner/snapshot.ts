import type { LoopEvent } from '../core/events.ts';
import type { Step } from '../core/next-step.ts';
import { type LoopState, lineTo } from '../core/state.ts';
import { committedWords } from '../core/verification/committed.ts';
import type { Moved } from '../core/verification/events.ts';
import { isMadeAnew } from '../verify/ignored-watch.ts';
import type { Ports } from './ports.ts';

const NO_CHANGES = { files: 0, insertions: 0, deletions: 0, paths: [] };
const BRANCHES = 'branches.json';
export const INDEX = 'user-index';

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
  const left = await ports.workspace.snapshot(name, parent);
  let taken: { commit: string; tree: string } = left;
  const notes = [...left.notes];
  let undone: string[] = [];
  if (parent) {
    const trespass = await ports.safeguards.trespass(parent, left.commit, state);
    if (trespass) {
      const { paths, fact } = trespass;
      undone = [...fact.protected.paths, ...fact.scope.paths];
      if (paths.length > 0) taken = await ports.workspace.amend(name, left.commit, parent, paths);
      yield { type: 'changes-reverted', iteration, commit: left.commit, ...fact } satisfies LoopEvent;
      if (paths.length > 0)
        notes.push(
          `what was undone stays as ${iteration}-as-left: jumar diff ${state.id} ${iteration} ${iteration}-as-left`,
        );
      const outside = [
        ...trespass.strangers,
        ...trespass.ignored.filter(({ undoable, path }) => undoable && !isMadeAnew(path)).map(({ path }) => path),
      ];
      notes.push(...((await ports.workspace.keepAsLeft?.(`${state.id}-${iteration}-as-left`, outside)) ?? []));
      await ports.safeguards.undoIgnored(trespass);
    }
  }
  const { commit, tree } = taken;
  const [changes, moved, locks] = await Promise.all([
    parent ? ports.workspace.changes(parent, commit) : NO_CHANGES,
    parent ? movedBranches(iteration, ports) : [],
    state.settings.verify.setup ? ports.workspace.locks(commit) : null,
  ]);
  const committed = parent ? await committedYet(state, undone, ports) : [];
  const told = {
    changes,
    ...(locks === null ? {} : { locks }),
    ...(moved.length > 0 ? { moved } : {}),
    ...(committed.length > 0 && { committed }),
    ...(parent === null && { ignoredJudges: await ports.safeguards.ignoredJudges(commit) }),
  };
  if (committed.length > 0 && moved.length > 0) notes.push(committedWords(committed));
  yield { type: 'snapshot-taken', iteration, ...left, notes, commit, tree, ...told } satisfies LoopEvent;
  if (parent && moved.length === 0) await forgetBranches(iteration, ports);
}

/** Of what was undone now, or on the way to the tree that the agent began with: what HEAD holds all the same. */
async function committedYet(state: LoopState, undone: readonly string[], ports: Ports): Promise<string[]> {
  const before = lineTo(state, state.start?.iteration ?? 0).flatMap(({ reverted }) =>
    reverted ? [...reverted.protected.paths, ...reverted.scope.paths] : [],
  );
  const paths = [...new Set([...undone, ...before])];
  if (paths.length === 0) return [];
  return ports.workspace.committedSince(state.iterations[0]?.snapshot?.head?.commit ?? null, paths);
}

/** Where the user's branches and index were before the agent ran; beside the log, for a kill may come before the snapshot. */
export async function noteBranches(iteration: number, ports: Ports): Promise<void> {
  await ports.files.write(iteration, BRANCHES, JSON.stringify(await ports.workspace.branches()));
  await ports.workspace.keepIndex(ports.files.path(iteration, INDEX).absolute);
}

/** Nothing is to be moved back: an index may be large, and there is one for every iteration. */
async function forgetBranches(iteration: number, ports: Ports): Promise<void> {
  for (const name of [BRANCHES, INDEX, `${INDEX}.stash`]) await ports.files.remove(iteration, name);
}

async function movedBranches(iteration: number, ports: Ports): Promise<Moved[]> {
  const text = await ports.files.read(iteration, BRANCHES, Number.POSITIVE_INFINITY);
  if (text === null) return [];
  const before = JSON.parse(text) as Record<string, string>;
  const now = await ports.workspace.branches();
  const moved = [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .map((name) => ({ name, from: before[name] ?? null, to: now[name] ?? null }))
    .filter(({ from, to }) => from !== to);
  return [...moved, ...(await ports.workspace.indexSince(ports.files.path(iteration, INDEX).absolute))];
}
