import type { Verdict } from '../core/criteria/verdict.ts';
import { baselineFor } from '../core/state/baseline.ts';
import type { LoopEvent } from '../core/state/events.ts';
import {
  type IterationState,
  type LoopState,
  type SnapshotRef,
  seenOf,
  seenRef,
  snapshotRef,
} from '../core/state/state.ts';
import { HELD_OUT, stillHeldOut } from '../core/verification/held-out.ts';
import type { Ports } from '../ports/index.ts';
import { runTests, testCommands } from './experiment.ts';
import { HELD_OUT_FILE } from './hold-out.ts';

/** A tree with all of its tests, and which of them it had before. */
interface Whole {
  commit: string;
  tree: string;
  found: string[];
}

/** Whether any test of this loop is held out. */
export const holdsOut = ({ heldOut }: LoopState): boolean => (heldOut?.tests.length ?? 0) > 0;

/** Records as `refs/jumar/<name>` what is there with every held-out test back in its place. */
export async function putTestsBack(
  name: string,
  now: string,
  how: { n?: number; keepsFound: boolean },
  state: LoopState,
  ports: Ports,
): Promise<Whole> {
  const base = baselineFor(state, how.n ?? state.iterations.length)?.n ?? 0;
  const { tests = [] } = state.heldOut ?? {};
  const [whole, cut] = [snapshotRef(state, base).commit, seenRef(state, base).commit];
  const { signal } = new AbortController();
  const back = await ports.tests?.putBack({ whole, cut, now, tests, isAll: true, keepsFound: how.keepsFound }, signal);
  const files = (back?.files ?? []).map(({ path, text }) => ({ path, content: Buffer.from(text) }));
  const composed = await ports.workspace.compose?.(name, now, files);
  if (!composed || !back) throw new Error('the held-out tests cannot be put back: nothing here edits tests');
  return { ...composed, found: back.found };
}

/** Runs the iteration's tests with all that are held out. The agent learns how many pass. */
export async function* checkHeldOut(iteration: number, state: LoopState, ports: Ports, signal: AbortSignal) {
  yield { type: 'checks-started', iteration } satisfies LoopEvent;
  const began = ports.now();
  const tests = state.heldOut?.tests ?? [];
  const first = ((await ports.files.readData(0, HELD_OUT_FILE)) ?? {}) as Record<string, string>;
  const criteria = testCommands(state, state.iterations[iteration] as IterationState);
  const run = await runTests('held-out', snapshotRef(state, iteration).commit, [], {
    ...{ iteration, criteria, state, ports, signal },
  });
  const isMeasured = run.outcome !== 'unmeasured' && run.tests !== null;
  const failing = isMeasured ? tests.filter((id) => run.tests?.get(id) !== 'passed') : [];
  const isBroken = run.outcome === 'failed' || failing.some((id) => first[id] === 'passed');
  const outcome = isMeasured ? (isBroken ? 'fail' : 'pass') : 'unmeasured';
  const passed = isMeasured ? tests.length - failing.length : 0;
  const count = `${passed} of ${tests.length} held-out tests pass`;
  const isApart = outcome === 'fail' && failing.length === 0;
  const reason = isMeasured ? `${count}${isApart ? ', but the checks fail beside them' : ''}` : 'could not be run';
  yield {
    type: 'held-out-checked',
    iteration,
    verdict: verdictOf(outcome, reason),
    of: tests.length,
    passed,
    failing,
    durationMs: ports.now() - began,
  } satisfies LoopEvent;
}

function verdictOf(outcome: Verdict['outcome'], reason: string): Verdict {
  const unmeasured = outcome === 'unmeasured' ? 'not-started' : null;
  const rest = { exitCode: null, durationMs: 0, tests: null, excerpt: '', outputFile: null };
  return { criterion: HELD_OUT, outcome, reason, unmeasured, ...rest };
}

/** Puts tests into what the next run of the agent starts from. */
export async function* revealTests(
  { start, tests }: { start: SnapshotRef; tests: readonly string[] },
  state: LoopState,
  ports: Ports,
  signal: AbortSignal,
) {
  const { commit: now } = seenOf(start);
  const [whole, cut] = [snapshotRef(state, 0).commit, seenRef(state, 0).commit];
  const back = await ports.tests?.putBack({ whole, cut, now, tests, isAll: false, keepsFound: true }, signal);
  const files = (back?.files ?? []).map(({ path, text }) => ({ path, content: Buffer.from(text) }));
  const seen = await ports.workspace.compose?.(`${state.id}/${start.iteration}-shown`, now, files);
  const iteration = state.iterations.length - 1;
  yield {
    type: 'tests-revealed',
    iteration,
    tests: [...tests],
    why: 'failing',
    ...(seen && { seen: { commit: seen.commit, tree: seen.tree } }),
  } satisfies LoopEvent;
}

/** What an agent brought back itself: it may have read it in the history of the repository. */
export function* foundByAgent(iteration: number, { found }: Whole, state: LoopState): Iterable<LoopEvent> {
  const hidden = new Set(stillHeldOut(state));
  const tests = found.filter((test) => hidden.has(test));
  if (tests.length > 0) yield { type: 'tests-revealed', iteration, tests, why: 'found' };
}

/** The loop ends where it stands: the workspace as it is, with all of its tests. */
export async function* putBackInWorkspace(state: LoopState, ports: Ports) {
  const { commit: now } = await ports.workspace.snapshot(`${state.id}/before-abort`, state.start?.commit ?? null);
  const { commit } = await putTestsBack(`${state.id}/with-tests`, now, { keepsFound: true }, state, ports);
  const { tree } = await ports.workspace.restore(commit, { held: now });
  yield { type: 'tests-put-back', commit, tree } satisfies LoopEvent;
}
