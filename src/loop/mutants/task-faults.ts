import type { NamedTests } from '../../core/metrics/lost-tests.ts';
import { NO_MUTANTS } from '../../core/metrics/mutants.ts';
import type { TaskFaults } from '../../core/metrics/task-faults.ts';
import type { MutantResult } from '../../core/verification/mutant-result.ts';
import type { EmptyRequest, Mutant, Mutants } from '../../ports/index.ts';
import type { ConstantFunction } from '../../ports/test-editor.ts';
import type { Experiment } from '../experiment.ts';
import { listed, UNLOADED } from '../test-mutants.ts';
import { mutantTrials } from './mutant-trials.ts';
import { type Trials, tryMutants } from './try-mutants.ts';

interface TaskChange extends EmptyRequest {
  /** The tests that are to show the task. */
  shown: readonly string[];
  /** All tests of the iteration. */
  all: NamedTests;
  /** How many functions the change wrote. */
  functions: number;
}

const MAX_CONSTANTS = 12;
const MAX_SURVIVORS = 10;

/**
 * Puts faults into the change that the tests of the task must notice: functions that return a value which the tests expect whatever
 * they are given, and a few small ones in the changed lines. Null if none are to be tried.
 */
export async function tryTaskFaults(change: TaskChange, experiment: Experiment): Promise<TaskFaults | null> {
  const { state, ports, signal } = experiment;
  const { taskMutants } = state.settings.evidence;
  const { mutator, tests } = ports;
  if (!mutator || !tests || taskMutants === 0) return null;
  const { before, after, except, shown } = change;
  const began = ports.now();
  const [found, constants] = await Promise.all([
    mutator.mutate({ before, after, except, most: taskMutants }, signal),
    tests.constants({ before, after, except, tests: shown }, signal),
  ]);
  const faults = new Map(evenly(constants).map((one) => [constantMutant(one), one]));
  const mutants = [...faults.keys(), ...found.mutants];
  const unknown = (problem: string) => unmeasuredFaults(problem, found, ports.now() - began);
  if (mutants.length === 0) return unknown(found.unsupported[0]?.reason ?? 'no changed line can be mutated');
  const mayHang = ({ operator }: Mutant) => operator !== CONSTANT;
  const trials = { ...mutantTrials(experiment, mutator, change.all), mayHang };
  const tried = await tryMutants({ ...trials, mutants: ofOwnSizes(mutants) });
  const problem = tried.problem ?? (tried.isUnloaded && state.room.kind === 'copy' ? UNLOADED : null);
  if (problem !== null) return unknown(problem);
  const resultOf = (mutant: Mutant) => tried.results.get(mutant) ?? 'untried';
  const passing = firstOfEach([...faults].flatMap(([mutant, one]) => (resultOf(mutant) === 'survived' ? [one] : [])));
  const left = { ...trials, maxMs: Math.max(0, began + trials.maxMs - ports.now()) };
  const empty = await emptiedResults(change.functions === 1 ? [] : passing, left);
  const isNeeded = (one: ConstantFunction) => change.functions === 1 || empty.results.get(one) === 'killed';
  const survivors = tried.survivors.filter(({ operator }) => operator !== CONSTANT);
  return {
    constants: {
      functions: firstOfEach([...faults.values()]).length,
      distinguished: distinguished(faults, resultOf),
      passing: passing.filter(isNeeded).map(({ path, line, name, value }) => ({ path, line, name, value })),
      unwatched: passing
        .filter((one) => empty.results.get(one) === 'survived')
        .map(({ path, line, name }) => ({ path, line, name })),
    },
    counts: { ...countsOf(found.mutants.map(resultOf)), possible: found.possible },
    survivors: survivors.slice(0, MAX_SURVIVORS),
    unsupported: listed(found),
    runs: tried.runs + empty.runs,
    testRunMs: tried.testRunMs,
    durationMs: ports.now() - began,
  };
}

const CONSTANT = 'constant';

const constantMutant = ({ path, line, value, text }: ConstantFunction): Mutant => ({
  path,
  line,
  operator: CONSTANT,
  before: '',
  after: `return ${value}`,
  text,
});

/** The first value of every function before the second one of any. */
function evenly(constants: readonly ConstantFunction[]): ConstantFunction[] {
  const seen = new Map<string, number>();
  const ranked = constants.map((one) => {
    const rank = seen.get(functionKey(one)) ?? 0;
    seen.set(functionKey(one), rank + 1);
    return { one, rank };
  });
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_CONSTANTS)
    .map(({ one }) => one);
}

const functionKey = ({ path, line, name }: ConstantFunction) => `${path}:${line}:${name}`;

const firstOfEach = (constants: readonly ConstantFunction[]) =>
  constants.filter((one, index) => constants.findIndex((other) => functionKey(other) === functionKey(one)) === index);

type Results = (mutant: Mutant) => MutantResult | 'untried';

/** How many functions no constant passed for. */
function distinguished(faults: ReadonlyMap<Mutant, ConstantFunction>, resultOf: Results): number {
  const results = [...faults].map(([mutant, one]) => ({ key: functionKey(one), result: resultOf(mutant) }));
  const keys = [...new Set(results.map(({ key }) => key))];
  return keys.filter((key) => {
    const own = results.filter((one) => one.key === key).map(({ result }) => result);
    return own.includes('killed') && !own.includes('survived');
  }).length;
}

/** What tests say of functions that return nothing, one at a time: a constant in its place says nothing if they do not need it. */
async function emptiedResults(
  functions: readonly ConstantFunction[],
  trials: Omit<Trials, 'mutants'>,
): Promise<{ results: ReadonlyMap<ConstantFunction, MutantResult | 'untried'>; runs: number }> {
  if (functions.length === 0) return { results: new Map(), runs: 0 };
  const mutants = ofOwnSizes(functions.map((one) => ({ ...constantMutant(one), text: one.empty })));
  const tried = await tryMutants({ ...trials, mutants });
  return {
    results: new Map(functions.map((one, index) => [one, tried.results.get(mutants[index] as Mutant) ?? 'untried'])),
    runs: tried.runs,
  };
}

/** Lines are added, so that no cache which knows files by their size and time takes one for another. */
function ofOwnSizes(mutants: readonly Mutant[]): Mutant[] {
  const sizes = new Set<string>();
  for (const mutant of mutants) {
    while (sizes.has(`${mutant.path}:${mutant.text.length}`)) mutant.text += '\n';
    sizes.add(`${mutant.path}:${mutant.text.length}`);
  }
  return [...mutants];
}

function countsOf(results: readonly (MutantResult | 'untried')[]): Omit<TaskFaults['counts'], 'possible'> {
  const count = (wanted: MutantResult | 'untried') => results.filter((one) => one === wanted).length;
  return {
    killed: count('killed'),
    survived: count('survived'),
    timedOut: count('timed-out'),
    invalid: count('invalid'),
    untried: count('untried'),
  };
}

/** Unknown, which neither passes nor fails. */
export const unmeasuredFaults = (problem: string, found: Mutants = NONE_FOUND, durationMs = 0): TaskFaults => ({
  constants: { functions: 0, distinguished: 0, passing: [], unwatched: [] },
  counts: NO_MUTANTS,
  survivors: [],
  unsupported: listed(found),
  runs: 0,
  testRunMs: null,
  problem,
  durationMs,
});

const NONE_FOUND: Mutants = { mutants: [], possible: 0, unsupported: [] };
