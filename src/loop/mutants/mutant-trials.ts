import { relative } from 'node:path';
import { type Criterion, commandOf } from '../../core/criteria/criterion.ts';
import type { NamedTests } from '../../core/metrics/lost-tests.ts';
import { type IterationState, seenRef } from '../../core/state/state.ts';
import type { MutantRun } from '../../core/verification/mutant-result.ts';
import type { Mutator, TestedTree } from '../../ports/index.ts';
import { type Experiment, runTests } from '../experiment.ts';
import type { Trials } from './try-mutants.ts';

/** How mutants of an iteration are tried: in the room, with the tests that reach them, within the time for experiments. */
export function mutantTrials(
  experiment: Experiment,
  mutator: Pick<Mutator, 'narrow'>,
  tests: NamedTests | null,
): Omit<Trials, 'mutants'> {
  const { iteration, criteria, state, ports } = experiment;
  const { evidence } = state.settings;
  const { commit } = seenRef(state, iteration);
  const tested = testedTree(commit, experiment);
  return {
    run: (files, narrowed, timeoutMs) => runTests('mutant', commit, files, experiment, { tests: narrowed, timeoutMs }),
    narrow: (path) => mutator.narrow({ ...tested, path }),
    whole: wholeRun(state.iterations[iteration] as IterationState, tests, criteria),
    maxMs: evidence.maxMinutes * 60_000,
    now: ports.now,
  };
}

/** What commands run in this tree, and in which of its folders. */
export function testedTree(commit: string, { criteria, state }: Pick<Experiment, 'criteria' | 'state'>): TestedTree {
  const { metrics } = state.settings;
  const commands = [
    ...criteria.flatMap((one) => commandOf(one) ?? []),
    ...(metrics.tests ? [metrics.tests.command] : []),
  ];
  return { commit, commands, folder: relative(state.workspace.root, state.workspace.cwd) };
}

/** The iteration's own run of the tests; null if it is not known how long it took. */
function wholeRun(
  { verdicts }: IterationState,
  tests: NamedTests | null,
  criteria: readonly Criterion[],
): MutantRun | null {
  const own = criteria.map(({ id }) => verdicts?.find(({ criterion }) => criterion === id));
  const durationMs = own.reduce((sum, verdict) => sum + (verdict?.durationMs ?? 0), 0);
  const isKnown = durationMs > 0 && own.every((verdict) => verdict?.outcome === 'pass');
  return isKnown ? { tests, outcome: 'held', timedOut: false, durationMs } : null;
}
