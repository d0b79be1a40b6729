import type { MutantCounts, Survivor } from '../../core/metrics/mutants.ts';
import { type MutantResult, type MutantRun, mutantResult } from '../../core/verification/mutant-result.ts';
import type { Mutant, NarrowedTests } from '../../ports/mutator.ts';
import type { OverlayFile } from '../../ports/safeguards.ts';

/** Runs the tests, all or these, on the change with these files in place of its own. Stops after that long, if it is given. */
export type RunTests = (
  files: readonly OverlayFile[],
  tests: NarrowedTests | null,
  timeoutMs: number | null,
) => Promise<MutantRun>;

export interface Trials {
  mutants: readonly Mutant[];
  run: RunTests;
  /** The tests that reach a file; null: all have to run. */
  narrow(path: string): Promise<NarrowedTests | null>;
  /** A run of all tests without any mutant, if there was one in the same place. */
  whole: MutantRun | null;
  /** A mutant that cannot run for ever by itself gets all the time that is left: on a busy machine, slow is not noticed. */
  mayHang?(mutant: Mutant): boolean;
  maxMs: number;
  now(): number;
}

export interface TriedMutants {
  counts: Omit<MutantCounts, 'possible'>;
  survivors: Survivor[];
  results: ReadonlyMap<Mutant, MutantResult | 'untried'>;
  runs: number;
  testRunMs: number | null;
  /** No mutant was noticed, and not even files that cannot be loaded are: nothing loads these, or loads them from elsewhere. */
  isUnloaded?: boolean;
  problem?: string;
}

interface Scope {
  tests: NarrowedTests | null;
  control: MutantRun;
}

/** Between these and the control lies what a busy machine does. */
const TIMES = 4;
const EXTRA_MS = 3000;
/** Tests that take nearly as long as all of them are not worth a second run. */
const WORTH = 0.7;
const MAX_UNLOADED = 3;

/**
 * Tries one mutant after another, in their order, until the time is over: with the tests that reach its file first, and with all of
 * them if these do not notice it. Rejects as `run` does.
 */
export async function tryMutants(trials: Trials): Promise<TriedMutants> {
  const { mutants, now, mayHang = () => true } = trials;
  const end = now() + trials.maxMs;
  let runs = 0;
  const run: RunTests = async (...args) => {
    runs += 1;
    return trials.run(...args);
  };
  const control = trials.whole ?? (await run([], null, trials.maxMs));
  const results = new Map<Mutant, MutantResult | 'untried'>(mutants.map((mutant) => [mutant, 'untried']));
  const problem = problemOf(control);
  if (problem !== null) return { ...summary(results, new Set()), runs, testRunMs: null, problem };
  const whole: Scope = { tests: null, control };
  // A run of before was elsewhere: before mutants are judged by all tests, these have to pass here.
  let checked: Promise<Scope | null> | null = null;
  const checkedWhole = () => {
    checked ??= trials.whole ? openWhole(run, trials.maxMs) : Promise.resolve(whole);
    return checked;
  };
  const scopes = scopesOf({ ...trials, run }, whole, checkedWhole);
  const broken = brokenRuns(run);
  const hasTime = (scope: Scope) => now() + scope.control.durationMs <= end;
  const tryOne = async (mutant: Mutant, scope: Scope): Promise<MutantResult> => {
    const usual = scope.control.durationMs * TIMES + EXTRA_MS;
    const timeoutMs = mayHang(mutant) ? usual : Math.max(usual, end - now());
    const passing = scope.control.tests ?? new Map();
    const ran = await run([fileOf(mutant.path, mutant.text)], scope.tests, timeoutMs);
    const result = mutantResult(ran, passing, null);
    if (result !== 'unclear') return result;
    return mutantResult(ran, passing, await broken(mutant.path, scope, timeoutMs)) as MutantResult;
  };

  const narrowly: Mutant[] = [];
  for (const mutant of mutants) {
    if (!hasTime(whole) && now() >= end) break;
    const scope = await scopes(mutant.path);
    if (!scope) return { ...summary(results, new Set()), runs, testRunMs: control.durationMs, problem: NOT_PASSING };
    if (!hasTime(scope)) continue;
    const result = await tryOne(mutant, scope);
    results.set(mutant, result);
    if (result === 'survived' && scope.tests && scope.tests.files.length > 0) narrowly.push(mutant);
  }
  const partly = new Set(narrowly);
  for (const mutant of narrowly) {
    const all = hasTime(whole) ? await checkedWhole() : null;
    if (!all || !hasTime(all)) break;
    results.set(mutant, await tryOne(mutant, all));
    partly.delete(mutant);
  }
  const tried = summary(results, partly);
  const paths = [...new Set(tried.survivors.map(({ path }) => path))].slice(0, MAX_UNLOADED);
  let isUnloaded = tried.counts.killed === 0 && tried.counts.invalid === 0 && paths.length > 0;
  for (const path of paths) {
    if (!isUnloaded) break;
    isUnloaded = (await broken(path, whole, control.durationMs * TIMES + EXTRA_MS)).outcome === 'held';
  }
  return { ...tried, runs, testRunMs: control.durationMs, ...(isUnloaded && { isUnloaded }) };
}

const NOT_PASSING = 'the tests do not pass without any mutant';

async function openWhole(run: RunTests, maxMs: number): Promise<Scope | null> {
  const control = await run([], null, maxMs);
  return problemOf(control) === null ? { tests: null, control } : null;
}

function problemOf({ outcome, tests, timedOut }: MutantRun): string | null {
  if (timedOut) return 'the tests take longer than evidence.maxMinutes';
  if (outcome !== 'held') return NOT_PASSING;
  if (!tests) return 'the runner reports no names of tests';
  return [...tests.values()].includes('passed') ? null : 'no test passes';
}

/** The tests to run for a file: those that reach it if the runner can be asked for them, they pass by themselves and are faster. */
function scopesOf(
  { narrow, run, maxMs }: Trials,
  whole: Scope,
  checkedWhole: () => Promise<Scope | null>,
): (path: string) => Promise<Scope | null> {
  const byFiles = new Map<string, Promise<Scope | null>>();
  const open = async (tests: NarrowedTests): Promise<Scope | null> => {
    const control = await run([], tests, maxMs);
    const isSound = problemOf(control) === null && isPartOf(control, whole.control);
    const isFaster = tests.files.length === 0 || control.durationMs <= whole.control.durationMs * WORTH;
    return isSound && isFaster ? { tests, control } : checkedWhole();
  };
  return async (path) => {
    const tests = await narrow(path);
    if (!tests) return checkedWhole();
    const key = tests.files.join('\0');
    const scope = byFiles.get(key) ?? open(tests);
    byFiles.set(key, scope);
    return scope;
  };
}

const isPartOf = ({ tests }: MutantRun, whole: MutantRun) => [...(tests ?? [])].every(([id]) => whole.tests?.has(id));

/** What a file does to the tests that cannot be loaded: once for each file and scope, and only if it is asked. */
function brokenRuns(run: RunTests) {
  const known = new Map<Scope, Map<string, Promise<MutantRun>>>();
  return (path: string, scope: Scope, timeoutMs: number): Promise<MutantRun> => {
    const own = known.get(scope) ?? new Map<string, Promise<MutantRun>>();
    known.set(scope, own);
    const ran = own.get(path) ?? run([fileOf(path, ')(\n')], scope.tests, timeoutMs);
    own.set(path, ran);
    return ran;
  };
}

const fileOf = (path: string, text: string): OverlayFile => ({ path, content: Buffer.from(text), mode: 0o644 });

function summary(results: ReadonlyMap<Mutant, MutantResult | 'untried'>, partly: ReadonlySet<Mutant>) {
  const count = (wanted: MutantResult | 'untried') => [...results.values()].filter((one) => one === wanted).length;
  return {
    results,
    counts: {
      killed: count('killed'),
      survived: count('survived'),
      timedOut: count('timed-out'),
      invalid: count('invalid'),
      untried: count('untried'),
    },
    survivors: [...results].flatMap(([mutant, result]): Survivor[] => {
      const { text: _, ...survivor } = mutant;
      return result === 'survived' ? [{ ...survivor, ...(partly.has(mutant) && { partly: true as const }) }] : [];
    }),
  };
}
