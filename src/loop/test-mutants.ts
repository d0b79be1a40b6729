import { relative } from 'node:path';
import { type Criterion, commandOf } from '../core/criteria/criterion.ts';
import { metricVerdict } from '../core/criteria/metric-verdict.ts';
import type { Verdict } from '../core/criteria/verdict.ts';
import type { NamedTests } from '../core/metrics/lost-tests.ts';
import { unmeasured } from '../core/metrics/metrics.ts';
import { NO_MUTANTS } from '../core/metrics/mutants.ts';
import { acceptedBaseline } from '../core/state/baseline.ts';
import type { EventOf, LoopEvent } from '../core/state/events.ts';
import { type IterationState, type LoopState, seenRef } from '../core/state/state.ts';
import type { VerificationStep } from '../core/state/step.ts';
import type { MutantRun } from '../core/verification/mutant-result.ts';
import { isOnMutants } from '../core/verification/mutants-due.ts';
import type { Ports } from '../ports/index.ts';
import type { Mutants } from '../ports/mutator.ts';
import { type Experiment, runTests, testCommands, whyNoExperiment } from './experiment.ts';
import { readTests } from './movement.ts';
import { tryMutants } from './mutants/try-mutants.ts';

type Tested = Omit<EventOf<'mutants-tested'>, 'type' | 'iteration' | 'durationMs' | 'verdicts'>;
type Step = Extract<VerificationStep, { type: 'test-mutants' }>;

const MAX_SURVIVORS = 20;
const MAX_PATHS = 5;

/** Puts small faults into the lines that the change wrote, one at a time: the tests must notice each of them. */
export async function* testMutants(step: Step, state: LoopState, ports: Ports, signal: AbortSignal) {
  const { iteration } = step;
  const began = ports.now();
  yield { type: 'checks-started', iteration } satisfies LoopEvent;
  const tested = await resultOf(step, state, ports, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    return nothing(error instanceof Error ? error.message : String(error));
  });
  yield {
    type: 'mutants-tested',
    iteration,
    ...tested,
    verdicts: verdictsOf(state, iteration, tested),
    durationMs: ports.now() - began,
  } satisfies LoopEvent;
}

async function resultOf(
  { iteration, baseline }: Step,
  state: LoopState,
  ports: Ports,
  signal: AbortSignal,
): Promise<Tested> {
  const current = state.iterations[iteration] as IterationState;
  const { mutator } = ports;
  if (!mutator) return nothing('there is no analyst to make them');
  const criteria = testCommands(state, current);
  const tests = await readTests(current, ports);
  const counts = state.settings.metrics.tests;
  const problem = counts && criteria.length === 0 ? null : whyNoExperiment(state, current, tests, criteria);
  if (problem !== null) return nothing(problem);
  const [before, after] = [seenRef(state, baseline).commit, seenRef(state, iteration).commit];
  const except = (await ports.safeguards.testsOf(after, before, state)).files.map(({ path }) => path);
  const { maxMutants, maxMinutes } = state.settings.evidence;
  const found = await mutator.mutate({ before, after, most: maxMutants, except }, signal);
  if (found.mutants.length === 0) return { ...nothing('no changed line can be mutated'), unsupported: listed(found) };
  const experiment: Experiment = { iteration, criteria, state, ports, signal };
  const commands = [...criteria.flatMap((one) => commandOf(one) ?? []), ...(counts ? [counts.command] : [])];
  const folder = relative(state.workspace.root, state.workspace.cwd);
  const tried = await tryMutants({
    mutants: found.mutants,
    run: (files, narrowed, timeoutMs) => runTests('mutant', after, files, experiment, { tests: narrowed, timeoutMs }),
    narrow: (path) => mutator.narrow({ commit: after, path, commands, folder }),
    whole: wholeRun(current, tests, criteria),
    maxMs: maxMinutes * 60_000,
    now: ports.now,
  });
  const { isUnloaded, ...result } = tried;
  // At another path, tests may import the project from where it is installed.
  if (isUnloaded && state.room.kind === 'copy') return { ...nothing(UNLOADED), unsupported: listed(found) };
  return {
    ...result,
    counts: { ...tried.counts, possible: found.possible },
    survivors: tried.survivors.slice(0, MAX_SURVIVORS),
    unsupported: listed(found),
  };
}

/** Why mutants in a copy of the tree show nothing. */
export const UNLOADED = 'no test loads the changed files, or the tests load them from where the project is installed';

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

const nothing = (problem: string): Tested => ({
  counts: NO_MUTANTS,
  survivors: [],
  unsupported: [],
  runs: 0,
  testRunMs: null,
  problem,
});

export function listed({ unsupported }: Mutants): Tested['unsupported'] {
  return unsupported.map(({ reason, paths }) => ({ reason, count: paths.length, paths: paths.slice(0, MAX_PATHS) }));
}

/** Criteria on mutants, now that they are tested. */
function verdictsOf(state: LoopState, iteration: number, { counts, problem }: Tested): Verdict[] {
  const metrics = state.iterations[iteration]?.metrics ?? unmeasured;
  const unknown = [...metrics.unknown, `mutants: ${problem ?? 'no mutant could be judged'}`];
  const now = { ...metrics, mutants: problem === undefined ? counts : NO_MUTANTS, unknown };
  return state.criteria.flatMap((criterion) =>
    isOnMutants(criterion) ? [metricVerdict(criterion, now, acceptedBaseline(state))] : [],
  );
}
