import type { EventOf, LoopEvent } from '../core/state/events.ts';
import { type LoopState, seenOf } from '../core/state/state.ts';
import type { StepOf } from '../core/state/step.ts';
import { setupCommand } from '../core/verification/setup.ts';
import type { Ports } from '../ports/index.ts';
import { holdsOut, putTestsBack } from './held-out.ts';
import { undoMovesOfLostRun } from './snapshot.ts';

type Trees = Pick<EventOf<'workspace-saved'>, 'commit' | 'tree' | 'seen' | 'found'>;

/** Keeps what a resumed session finds in the workspace, before anything is overwritten. */
export async function* saveWorkspace(step: StepOf<'save-workspace'>, state: LoopState, ports: Ports) {
  const name = step.adoptAs === null ? `saved-${state.lastSeq}` : String(step.adoptAs);
  const ref = `${state.id}/${name}`;
  const { notes, ...fact } = await ports.workspace.snapshot(ref, state.start?.commit ?? null);
  const isWholeStart = holdsOut(state) && fact.tree === state.start?.tree;
  const adopted = step.adoptAs !== null && fact.tree !== step.expected && !isWholeStart;
  const unknown = !state.iterations.some(({ snapshot }) => [snapshot?.tree, snapshot?.seen?.tree].includes(fact.tree));
  const base = state.start && (adopted || !holdsOut(state) ? state.start : seenOf(state.start));
  const trees = holdsOut(state) ? await bothTrees(ref, fact, adopted, state, ports) : {};
  const saved = { ...fact, ...trees };
  const to = adopted ? saved.commit : fact.commit;
  const changes = (adopted || unknown) && base ? await ports.workspace.changes(base.commit, to) : undefined;
  const baseline = state.iterations[0]?.snapshot?.commit;
  const isFurther = adopted && baseline && baseline !== state.start?.commit;
  const net = isFurther ? await ports.workspace.changes(baseline, to) : undefined;
  const locks = adopted && setupCommand(state, 'room') ? await ports.workspace.locks(to) : undefined;
  const moved = { ...(changes && { changes }), ...(net && { net }), ...(locks !== undefined && { locks }) };
  yield { type: 'workspace-saved', ...saved, name, adopted, unknown, ...moved } satisfies LoopEvent;
  if (!state.missed) yield* undoMovesOfLostRun(state.iterations.length, ports);
}

/** What a person has, with all tests, and what the agent gets of it. A person's own version of a test stays. */
async function bothTrees(
  ref: string,
  { commit, tree }: { commit: string; tree: string },
  adopted: boolean,
  state: LoopState,
  ports: Ports,
): Promise<Trees> {
  const whole = await putTestsBack(ref, commit, { keepsFound: true }, state, ports);
  const found = { commit, tree };
  const seen = adopted && whole.found.length > 0 ? await withoutTests(ref, commit, whole.found, state, ports) : found;
  return { commit: whole.commit, tree: whole.tree, seen, found: tree };
}

async function withoutTests(ref: string, commit: string, tests: readonly string[], state: LoopState, ports: Ports) {
  const { revealed = [] } = state.heldOut ?? {};
  const hidden = tests.filter((id) => !revealed.some(({ test }) => test === id));
  const cut = await ports.tests?.cut({ commit, tests: hidden, all: tests }, new AbortController().signal);
  const files = (cut?.files ?? []).map(({ path, text }) => ({ path, content: Buffer.from(text) }));
  const seen = await ports.workspace.compose?.(`${ref}-seen`, commit, files);
  return seen && { commit: seen.commit, tree: seen.tree };
}
