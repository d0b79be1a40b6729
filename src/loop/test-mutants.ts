import { metricVerdict } from '../core/criteria/metric-verdict.ts';
import type { Verdict } from '../core/criteria/verdict.ts';
import { unmeasured } from '../core/metrics/metrics.ts';
import { NO_MUTANTS } from '../core/metrics/mutants.ts';
import { acceptedBaseline } from '../core/state/baseline.ts';
import type { EventOf, LoopEvent } from '../core/state/events.ts';
import { type IterationState, type LoopState, seenRef } from '../core/state/state.ts';
import type { VerificationStep } from '../core/state/step.ts';
import { isOnMutants } from '../core/verification/mutants-due.ts';
import type { Ports } from '../ports/index.ts';
import type { Mutants } from '../ports/mutator.ts';
import { testCommands, whyNoExperiment } from './experiment.ts';
import { readTests } from './movement.ts';
import { mutantTrials } from './mutants/mutant-trials.ts';
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
  const { maxMutants } = state.settings.evidence;
  const found = await mutator.mutate({ before, after, most: maxMutants, except }, signal);
  if (found.mutants.length === 0) return { ...nothing('no changed line can be mutated'), unsupported: listed(found) };
  const trials = mutantTrials({ iteration, criteria, state, ports, signal }, mutator, tests);
  const { isUnloaded, results: _, ...tried } = await tryMutants({ ...trials, mutants: found.mutants });
  // At another path, tests may import the project from where it is installed.
  if (isUnloaded && state.room.kind === 'copy') return { ...nothing(UNLOADED), unsupported: listed(found) };
  return {
    ...tried,
    counts: { ...tried.counts, possible: found.possible },
    survivors: tried.survivors.slice(0, MAX_SURVIVORS),
    unsupported: listed(found),
  };
}

/** Why mutants in a copy of the tree show nothing. */
export const UNLOADED = 'no test loads the changed files, or the tests load them from where the project is installed';

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
