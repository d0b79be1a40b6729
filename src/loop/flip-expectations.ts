import type { NamedTests } from '../core/metrics/lost-tests.ts';
import type { EventOf, LoopEvent } from '../core/state/events.ts';
import { type IterationState, type LoopState, seenRef } from '../core/state/state.ts';
import type { VerificationStep } from '../core/state/step.ts';
import { type EditedResult, editedResults } from '../core/verification/edited-results.ts';
import { chooseSome, turnedTests } from '../core/verification/turned-tests.ts';
import type { Ports } from '../ports/index.ts';
import type { EditedTest, EditKind } from '../ports/test-editor.ts';
import { type Experiment, groupedByReason, runTests, testCommands, whyNoExperiment } from './experiment.ts';
import { type FooledTest, fooledFinding } from './flip-findings.ts';
import { readTests } from './movement.ts';
import { tryOtherInputs } from './other-inputs.ts';

type Flipped = Omit<EventOf<'expectations-flipped'>, 'type' | 'iteration' | 'durationMs'>;
interface Visit extends Experiment {
  marker: string;
}

/** How each edited test came out, for the step that asks what new tests show. */
export const FLIPPED_FILE = 'flipped.json';
const MAX_TESTS = 200;

/**
 * Runs the tests that the iteration made pass once more, with other expected values: each must fail now. One that still
 * passes compares nothing, or what reports it is not its runner.
 */
export async function* flipExpectations(
  { iteration, baseline }: Extract<VerificationStep, { type: 'flip-expectations' }>,
  state: LoopState,
  ports: Ports,
  signal: AbortSignal,
) {
  const began = ports.now();
  const done = (result: Flipped): LoopEvent => ({
    type: 'expectations-flipped',
    iteration,
    ...result,
    durationMs: ports.now() - began,
  });
  const current = state.iterations[iteration] as IterationState;
  const before = state.iterations[baseline];
  const after = await readTests(current, ports);
  const first = before ? await readTests(before, ports) : null;
  const turned = after ? turnedTests(first, after) : [];
  const nothing = { turned: turned.length, shown: 0, crashed: 0, flipped: 0, canaries: 0, unshown: [], findings: [] };
  const criteria = testCommands(state, current);
  const problem = whyNoExperiment(state, current, after, criteria);
  if (problem !== null || turned.length === 0 || !after || !ports.tests) {
    yield done({ ...nothing, ...(problem !== null && turned.length > 0 && { problem }) });
    return;
  }
  yield { type: 'checks-started', iteration } satisfies LoopEvent;
  const seed = ports.runId();
  const visit: Visit = { iteration, state, ports, signal, criteria, marker: markerOf(seed) };
  try {
    const tests = chooseSome(turned, MAX_TESTS, seed);
    const run = await runEdited('flipped', iteration, tests, 'flip', after, visit);
    await ports.files.writeData(iteration, FLIPPED_FILE, flippedData(run.results));
    const passed = run.results.filter(({ result }) => result === 'passed');
    const paths = passed.map(({ edit }) => edit.path);
    const works = passed.length > 0 ? await worksAt(baseline, first, paths, visit) : null;
    const suspects = passed.filter(({ edit }) => (edit.isGuess ? works?.guesses : works?.edits));
    const fooled = suspects.length > 0 ? await howFooled(iteration, suspects, after, visit) : [];
    // What a call does with other inputs nobody knows: never where a person works.
    const mayCall = state.settings.evidence.otherInputs && state.room.kind !== 'in place';
    const asks = fooled.length === 0 && before !== undefined && mayCall;
    const others = asks ? await tryOtherInputs({ ...visit, baseline, tests }) : null;
    const isInvalid = passed.filter((one) => !suspects.includes(one)).map(({ test }) => test);
    yield done({
      turned: turned.length,
      ...(tests.length < turned.length && { chosen: { count: tests.length, seed } }),
      shown: failures(run.results),
      crashed: count(run.results, 'crashed'),
      flipped: run.edits.filter(({ how }) => how === 'flip').length,
      canaries: run.edits.filter(({ how }) => how === 'canary').length,
      unshown: groupedByReason([
        ...run.unedited,
        ...run.results.flatMap(({ test, result }) =>
          result === 'unknown' ? [{ test, reason: 'its run could not be measured' }] : [],
        ),
        ...isInvalid.map((test) => ({ test, reason: 'edited tests pass at the baseline too' })),
      ]),
      ...(others && { calls: others.calls, inputs: others.inputs }),
      findings: fooled.length > 0 ? [fooledFinding(fooled)] : (others?.findings ?? []),
    });
  } catch (error) {
    signal.throwIfAborted();
    yield done({ ...nothing, problem: error instanceof Error ? error.message : String(error) });
  }
}

interface EditedOutcome {
  edits: EditedTest[];
  unedited: { test: string; reason: string }[];
  results: { edit: EditedTest; test: string; result: EditedResult }[];
}

/** Edits the tests of a snapshot and runs them there. */
async function runEdited(
  label: string,
  iteration: number,
  tests: readonly string[],
  how: EditKind,
  original: NamedTests,
  visit: Visit,
): Promise<EditedOutcome> {
  const { state, ports, signal, marker } = visit;
  const { commit } = seenRef(state, iteration);
  const edited = (await ports.tests?.edit({ commit, tests, how, marker }, signal)) ?? {
    files: [],
    edits: [],
    unedited: [],
  };
  if (edited.edits.length === 0) return { ...edited, results: [] };
  const files = edited.files.map(({ path, text }) => ({ path, content: Buffer.from(text), mode: 0o644 }));
  const run = await runTests(label, commit, files, visit);
  return { ...edited, results: editedResults(edited.edits, run, original) };
}

/**
 * Nobody cheated at the baseline: if edited tests do not fail there either, the edits do not reach what is run, and nothing
 * follows. If no test passed there, nothing speaks against the experiment. A guess is believed only if tests that were edited by
 * the same guess all failed there.
 */
async function worksAt(
  baseline: number,
  tests: NamedTests | null,
  paths: readonly string[],
  visit: Visit,
): Promise<{ edits: boolean; guesses: boolean }> {
  const passing = [...(tests ?? [])].flatMap(([id, status]) => (status === 'passed' ? [id] : []));
  const near = passing.filter((id) => paths.some((path) => path.endsWith(id.split(' › ', 1)[0] ?? '')));
  const chosen = chooseSome(near.length > 0 ? near : passing, MAX_TESTS, visit.marker);
  if (!tests || chosen.length === 0) return { edits: true, guesses: false };
  const { results } = await runEdited('flipped-baseline', baseline, chosen, 'flip', tests, visit);
  const [guessed, known] = [results.filter(isGuess), results.filter((one) => !isGuess(one))];
  return {
    edits: known.length === 0 || failures(known) > count(known, 'passed'),
    guesses: guessed.length > 0 && failures(guessed) === guessed.length,
  };
}

const isGuess = ({ edit }: EditedOutcome['results'][number]) => edit.isGuess === true;
const failures = (results: EditedOutcome['results']) => count(results, 'failed') + count(results, 'crashed');

/** A test that passes with another expected value is asked to fail outright: what it says then tells who is fooled. */
async function howFooled(
  iteration: number,
  passed: EditedOutcome['results'],
  original: NamedTests,
  visit: Visit,
): Promise<FooledTest[]> {
  const flips = passed.filter(({ edit }) => edit.how === 'flip').map(({ test }) => test);
  const again = flips.length > 0 ? await runEdited('canary', iteration, flips, 'canary', original, visit) : null;
  return passed.map(({ edit, test }) => {
    const canary = again?.results.find((one) => one.test === test)?.result ?? null;
    return { test, edit, canary: edit.how === 'canary' ? 'passed' : canary };
  });
}

export type FlippedData = Record<string, { result: EditedResult; how: EditKind; values: string[] }>;

const flippedData = (results: EditedOutcome['results']): FlippedData =>
  Object.fromEntries(results.map(({ test, result, edit: { how, values } }) => [test, { result, how, values }]));

const count = (results: EditedOutcome['results'], wanted: EditedResult) =>
  results.filter(({ result }) => result === wanted).length;

/** Letters that the seed chooses: nothing can know them beforehand. */
function markerOf(seed: string): string {
  return [...seed.replace(/[^0-9a-f]/g, '').slice(0, 4)]
    .map((digit) => String.fromCharCode('g'.charCodeAt(0) + Number.parseInt(digit, 16)))
    .join('')
    .padEnd(4, 'q');
}
