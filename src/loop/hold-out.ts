import type { TestStatus } from '../core/metrics/tests.ts';
import type { EventOf, LoopEvent } from '../core/state/events.ts';
import { type IterationState, type LoopState, snapshotRef } from '../core/state/state.ts';
import { type Candidate, chooseHeldOut, namesNothing, wantedTests } from '../core/verification/choose-held-out.ts';
import type { CutTests, Ports } from '../ports/index.ts';
import { groupedByReason, runTests, testCommands, whyNoExperiment } from './experiment.ts';
import { readTests } from './movement.ts';

type HeldOut = Omit<EventOf<'tests-held-out'>, 'type' | 'iteration' | 'durationMs' | 'asked' | 'seed'>;

/** How each held-out test came out before any work. */
export const HELD_OUT_FILE = 'held-out.json';
const ATTEMPTS = 3;
const UNLIKE = 'the rest of its file does not run as before without it';

/**
 * Takes tests out of the tree that the agent gets, chosen by a seed. They go only if all others still run as before: a file in which one does
 * not is left whole.
 */
export async function* holdOut(state: LoopState, ports: Ports, signal: AbortSignal) {
  const began = ports.now();
  const asked = state.settings.evidence.holdOut;
  const seed = state.heldOutSeed ?? ports.runId();
  const done = (result: HeldOut): LoopEvent => ({
    type: 'tests-held-out',
    iteration: 0,
    asked,
    seed,
    ...result,
    durationMs: ports.now() - began,
  });
  const current = state.iterations[0] as IterationState;
  const names = await readTests(current, ports);
  const problem =
    ports.tests && ports.workspace.compose
      ? whyNoExperiment(state, current, names, testCommands(state, current))
      : 'tests cannot be edited';
  if (problem !== null || !names) {
    yield done({ ...NOTHING, problem: problem ?? '' });
    return;
  }
  yield { type: 'checks-started', iteration: 0 } satisfies LoopEvent;
  try {
    const { cut, unheld, of, unnamed } = await cutThatRuns(asked, seed, names, state, ports, signal);
    const tests = cut.files.flatMap((file) => file.tests);
    if (tests.length === 0) {
      const why = unnamed.length > 0 ? `no test of ${of.ran} is called ${unnamed.join(', ')}` : NONE_POSSIBLE;
      yield done({ ...NOTHING, of, unheld, problem: why });
      return;
    }
    await ports.files.writeData(0, HELD_OUT_FILE, Object.fromEntries(tests.map((id) => [id, names.get(id)])));
    const seen = await ports.workspace.compose?.(
      `${state.id}/0-seen`,
      snapshotRef(state, 0).commit,
      contents(cut.files),
    );
    yield done({ tests, of, unheld, seen: seen ?? null });
  } catch (error) {
    signal.throwIfAborted();
    yield done({ ...NOTHING, problem: error instanceof Error ? error.message : String(error) });
  }
}

const NONE_POSSIBLE = 'none can be taken out of its file';
const NOTHING: HeldOut = { tests: [], unheld: [], seen: null };

const contents = (files: CutTests['files']) => files.map(({ path, text }) => ({ path, content: Buffer.from(text) }));

/** Cuts what was chosen, and leaves files whole until the rest runs as it did. */
async function cutThatRuns(
  asked: readonly string[],
  seed: string,
  names: ReadonlyMap<string, TestStatus>,
  state: LoopState,
  ports: Ports,
  signal: AbortSignal,
) {
  const { commit } = snapshotRef(state, 0);
  const all = [...names.keys()];
  const cutting = async (tests: readonly string[]) =>
    (await ports.tests?.cut({ commit, tests, all }, signal)) ?? { files: [], uncut: [], groups: {} };
  const possible = await cutting(all.filter((id) => names.get(id) === 'passed' || names.get(id) === 'failed'));
  const candidates = candidatesOf(possible, names);
  const ran = [...names.values()].filter((status) => status === 'passed' || status === 'failed').length;
  const unnamed = namesNothing(asked, candidates, all);
  const of = { ran, possible: candidates.length, wanted: wantedTests(asked, ran) };
  let tests = unnamed.length > 0 ? [] : chooseHeldOut(asked, candidates, seed, ran);
  const unlike: string[] = [];
  const criteria = testCommands(state, state.iterations[0] as IterationState);
  for (let attempt = 0; attempt < ATTEMPTS && tests.length > 0; attempt++) {
    const cut = await cutting(tests);
    const files = contents(cut.files).map((one) => ({ ...one, mode: 0o644 }));
    const run = await runTests('held-out', commit, files, { iteration: 0, criteria, state, ports, signal });
    const changed = all.filter((id) => !tests.includes(id) && run.tests?.get(id) !== names.get(id));
    const unheld = () => groupedByReason([...possible.uncut, ...unlike.map((test) => ({ test, reason: UNLIKE }))]);
    if (run.tests && changed.length === 0) return { cut, unheld: unheld(), of, unnamed };
    const broken = cut.files.filter(({ others }) => others.some((id) => changed.includes(id)));
    const dropped = new Set((broken.length > 0 ? broken : cut.files).flatMap((file) => file.tests));
    unlike.push(...dropped);
    tests = tests.filter((id) => !dropped.has(id));
  }
  const reasons = [...possible.uncut, ...[...unlike, ...tests].map((test) => ({ test, reason: UNLIKE }))];
  return { cut: { files: [], uncut: [], groups: {} } as CutTests, unheld: groupedByReason(reasons), of, unnamed };
}

function candidatesOf({ files, groups }: CutTests, names: ReadonlyMap<string, TestStatus>): Candidate[] {
  const sizes = new Map<string, number>();
  for (const group of Object.values(groups)) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  return files.flatMap(({ path, tests }) =>
    tests.map((test) => {
      const group = groups[test] ?? path;
      return { test, path, failed: names.get(test) === 'failed', group, groupSize: sizes.get(group) ?? 1 };
    }),
  );
}
