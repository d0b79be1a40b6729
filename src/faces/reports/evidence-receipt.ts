import { percentage } from '../../core/metrics/metrics.ts';
import type { TaskFaults } from '../../core/metrics/task-faults.ts';
import type { IterationState, LoopState } from '../../core/state/state.ts';
import { heldOutShortfall } from '../../core/verification/held-out.ts';

/** What experiments with its tests showed; each is left out if it was not made. */
export function evidenceReceipt({ pristine, flipped, newTests, mutants, taskTests, heldOut }: IterationState) {
  return {
    ...(pristine?.problem !== undefined && {
      /** Edited, and not asked again: what follows is among the findings. */
      original_tests: { problem: pristine.problem, findings: pristine.findings.map(({ id }) => id) },
    }),
    ...(flipped?.inputs && {
      other_inputs: {
        calls: flipped.calls ?? 0,
        tried: flipped.inputs.tried,
        untried: flipped.inputs.untried ?? [],
        test_runs: flipped.inputs.runs,
        duration_ms: flipped.inputs.durationMs,
      },
    }),
    ...(flipped && {
      flipped_expectations: {
        turned: flipped.turned,
        shown: flipped.shown,
        unshown: flipped.unshown,
        problem: flipped.problem ?? null,
        findings: flipped.findings.map(({ id }) => id),
        duration_ms: flipped.durationMs,
      },
    }),
    ...(newTests && {
      new_tests: {
        added: newTests.added,
        pass_without_change: newTests.passing.count,
        passing: newTests.passing.tests,
        fail_without_change: newTests.failing,
        unshown: newTests.unshown,
        holds: newTests.holds,
        problem: newTests.problem ?? null,
        duration_ms: newTests.durationMs,
      },
    }),
    ...(taskTests && {
      /** Tests that the agent wrote: what they show, it chose itself. */
      task_tests: {
        shown: taskTests.shown.tests,
        shown_count: taskTests.shown.count,
        unshown: taskTests.unshown,
        emptied_functions: taskTests.emptied,
        faults: taskTests.faults ? faultsReceipt(taskTests.faults) : null,
        cannot: taskTests.cannot ?? null,
        problem: taskTests.problem ?? null,
        duration_ms: taskTests.durationMs,
      },
    }),
    ...(heldOut && {
      held_out: { of: heldOut.of, passed: heldOut.passed, failing: heldOut.failing, duration_ms: heldOut.durationMs },
    }),
    ...(mutants && {
      mutants: {
        killed: mutants.counts.killed,
        survived: mutants.counts.survived,
        percentage: percentage(mutants.counts.killed, mutants.counts.killed + mutants.counts.survived),
        timed_out: mutants.counts.timedOut,
        invalid: mutants.counts.invalid,
        untried: mutants.counts.untried,
        possible: mutants.counts.possible,
        survivors: mutants.survivors,
        unsupported: mutants.unsupported,
        problem: mutants.problem ?? null,
        duration_ms: mutants.durationMs,
        test_run_ms: mutants.testRunMs,
      },
    }),
  };
}

function faultsReceipt({ constants, counts, survivors, unsupported, problem, durationMs, testRunMs }: TaskFaults) {
  return {
    measured: problem === undefined,
    problem: problem ?? null,
    functions: constants.functions,
    distinguished_from_constants: constants.distinguished,
    passing_as_constants: constants.passing,
    unwatched: constants.unwatched,
    killed: counts.killed,
    survived: counts.survived,
    survivors,
    unsupported,
    duration_ms: durationMs,
    test_run_ms: testRunMs,
  };
}

/** Tests that the agent did not see, and those that it came to see; null if none were to be held out. */
export function heldOutReceipt({ heldOut }: LoopState) {
  if (!heldOut) return null;
  const { asked, seed, tests, of = null, unheld, revealed, problem = null } = heldOut;
  return { asked, seed, tests, of, shortfall: heldOutShortfall(heldOut), unheld, revealed, problem };
}
