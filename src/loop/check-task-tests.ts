import type { NamedTests } from '../core/metrics/lost-tests.ts';
import type { EventOf, LoopEvent } from '../core/state/events.ts';
import { type IterationState, type LoopState, seenRef } from '../core/state/state.ts';
import type { VerificationStep } from '../core/state/step.ts';
import type { WithoutChange } from '../core/verification/new-tests.ts';
import { judgeTaskTests, type TaskTest } from '../core/verification/task-tests.ts';
import type { EmptyRequest, Ports } from '../ports/index.ts';
import { NEW_TESTS_FILE } from './check-new-tests.ts';
import { groupedByReason, runTests, testCommands, whyNoExperiment } from './experiment.ts';
import { FLIPPED_FILE, type FlippedData } from './flip-expectations.ts';
import { readTests } from './movement.ts';
import { tryTaskFaults, unmeasuredFaults } from './mutants/task-faults.ts';

type Checked = Omit<EventOf<'task-tests-checked'>, 'type' | 'iteration' | 'durationMs'>;

const MAX_SHOWN = 20;
const NOTHING: Checked = { shown: { tests: [], count: 0 }, unshown: [], emptied: 0 };

/**
 * Asks what the agent's new tests show of the task. Those that fail without the change and with other expected values run once more with
 * the functions of the change returning nothing: one that still passes needs its names only.
 */
export async function* checkTaskTests(
  { iteration, baseline }: Extract<VerificationStep, { type: 'check-task-tests' }>,
  state: LoopState,
  ports: Ports,
  signal: AbortSignal,
) {
  const began = ports.now();
  const done = (result: Checked): LoopEvent => ({
    type: 'task-tests-checked',
    iteration,
    ...result,
    durationMs: ports.now() - began,
  });
  const current = state.iterations[iteration] as IterationState;
  const criteria = testCommands(state, current);
  const after = await readTests(current, ports);
  const cannot = ports.tests ? whyNoExperiment(state, current, after, criteria) : 'tests cannot be edited';
  if (cannot !== null) {
    yield done({ ...NOTHING, cannot });
    return;
  }
  const withoutChange = ((await ports.files.readData(iteration, NEW_TESTS_FILE)) ?? {}) as Record<
    string,
    WithoutChange
  >;
  const edited = ((await ports.files.readData(iteration, FLIPPED_FILE)) ?? {}) as FlippedData;
  const added = Object.entries(current.newTests ? withoutChange : {});
  const mayShow = added.some(([test, result]) => result !== 'passes' && edited[test]?.result !== 'passed');
  if (mayShow) yield { type: 'checks-started', iteration } satisfies LoopEvent;
  const emptied = mayShow ? await runEmptied(iteration, baseline, state, ports, signal) : NOT_RUN;
  const tests = added.map(([test, result]): TaskTest => {
    const status = emptied.tests?.get(test);
    const outcome = status === 'passed' || status === 'failed' ? status : 'unknown';
    return { test, withoutChange: result, edited: edited[test] ?? null, emptied: outcome };
  });
  const { shown, unshown } = judgeTaskTests(tests);
  const faults =
    shown.length > 0 && emptied.change
      ? await tryTaskFaults(
          { ...emptied.change, shown, all: after as NamedTests, functions: emptied.functions },
          { iteration, criteria, state, ports, signal },
        ).catch((error: unknown) => {
          signal.throwIfAborted();
          return unmeasuredFaults(error instanceof Error ? error.message : String(error));
        })
      : null;
  yield done({
    shown: { tests: shown.slice(0, MAX_SHOWN), count: shown.length },
    unshown: groupedByReason(unshown),
    emptied: emptied.functions,
    ...(emptied.problem !== undefined && { problem: emptied.problem }),
    ...(faults && { faults }),
  });
}

interface EmptiedRun {
  tests: Awaited<ReturnType<typeof runTests>>['tests'];
  functions: number;
  /** Null if the change could not be read. */
  change: EmptyRequest | null;
  problem?: string;
}

const NOT_RUN: EmptiedRun = { tests: null, functions: 0, change: null };

async function runEmptied(
  iteration: number,
  baseline: number,
  state: LoopState,
  ports: Ports,
  signal: AbortSignal,
): Promise<EmptiedRun> {
  const [before, after] = [seenRef(state, baseline).commit, seenRef(state, iteration).commit];
  const criteria = testCommands(state, state.iterations[iteration] as IterationState);
  try {
    const ofTests = await ports.safeguards.testsOf(after, before, state);
    const except = ofTests.files.map(({ path }) => path);
    const change: EmptyRequest = { before, after, except };
    const emptied = await ports.tests?.empty(change, signal);
    if (!emptied || emptied.functions === 0) return { ...NOT_RUN, change };
    const files = emptied.files.map(({ path, text }) => ({ path, content: Buffer.from(text), mode: 0o644 }));
    const run = await runTests('emptied', after, files, { iteration, criteria, state, ports, signal });
    return { tests: run.outcome === 'unmeasured' ? null : run.tests, functions: emptied.functions, change };
  } catch (error) {
    signal.throwIfAborted();
    return { ...NOT_RUN, problem: error instanceof Error ? error.message : String(error) };
  }
}
