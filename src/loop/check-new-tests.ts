import type { EventOf, LoopEvent } from '../core/state/events.ts';
import { type IterationState, type LoopState, seenRef } from '../core/state/state.ts';
import type { VerificationStep } from '../core/state/step.ts';
import { asksForTestsOfChange } from '../core/task/requested-tests.ts';
import { mayBeNew, newTests } from '../core/verification/new-tests.ts';
import type { Ports } from '../ports/index.ts';
import { groupedByReason, runTests, testCommands, whyNoExperiment } from './experiment.ts';
import { readTests } from './movement.ts';

type Checked = Omit<EventOf<'new-tests-checked'>, 'type' | 'iteration' | 'durationMs'>;

/** How each new test came out, for the step that asks what they show. */
export const NEW_TESTS_FILE = 'new-tests.json';
const MAX_PASSING = 20;
const NOTHING: Checked = {
  added: 0,
  passing: { tests: [], count: 0 },
  failing: 0,
  crashed: 0,
  unshown: [],
  holds: false,
};

/** Runs the iteration's tests on the baseline's source: a new one that passes there shows nothing about the change. */
export async function* checkNewTests(
  { iteration, baseline }: Extract<VerificationStep, { type: 'check-new-tests' }>,
  state: LoopState,
  ports: Ports,
  signal: AbortSignal,
) {
  const began = ports.now();
  const done = (result: Checked): LoopEvent => ({
    type: 'new-tests-checked',
    iteration,
    ...result,
    durationMs: ports.now() - began,
  });
  const current = state.iterations[iteration] as IterationState;
  const first = state.iterations[baseline];
  const after = await readTests(current, ports);
  const before = first ? await readTests(first, ports) : null;
  if (!after || !mayBeNew(before, after)) {
    yield done(NOTHING);
    return;
  }
  const [from, to] = [seenRef(state, baseline).commit, seenRef(state, iteration).commit];
  const { files, hasOtherChanges } = await ports.safeguards.testsOf(to, from, state);
  const added = files.flatMap(({ path, content }) => (content ? [path] : []));
  if (added.length === 0) {
    yield done(NOTHING);
    return;
  }
  const criteria = testCommands(state, current);
  const problem =
    whyNoExperiment(state, current, after, criteria) ?? (hasOtherChanges ? null : 'only tests were changed');
  if (problem !== null) {
    yield done({ ...NOTHING, problem });
    return;
  }
  yield { type: 'checks-started', iteration } satisfies LoopEvent;
  try {
    const run = await runTests('new-tests', from, files, { iteration, criteria, state, ports, signal });
    const results =
      run.outcome === 'unmeasured'
        ? []
        : newTests({ before, after }, { tests: run.tests, failed: run.outcome === 'failed' }, added);
    await ports.files.writeData(
      iteration,
      NEW_TESTS_FILE,
      Object.fromEntries(results.map((one) => [one.test, one.result])),
    );
    const named = (result: string) => results.filter((one) => one.result === result).map(({ test }) => test);
    const [passing, failing, crashed] = [named('passes'), named('fails'), named('crashes')];
    const shown = failing.length + crashed.length;
    yield done({
      added: results.length,
      passing: { tests: passing.slice(0, MAX_PASSING), count: passing.length },
      failing: shown,
      crashed: crashed.length,
      unshown: groupedByReason(
        named('unknown').map((test) => ({ test, reason: "it did not run with the baseline's source" })),
      ),
      holds: passing.length > 0 && passing.length === results.length && asksForTestsOfChange(state.task),
      ...(run.outcome === 'unmeasured' && { problem: 'their run could not be measured' }),
    });
  } catch (error) {
    signal.throwIfAborted();
    yield done({ ...NOTHING, problem: error instanceof Error ? error.message : String(error) });
  }
}
