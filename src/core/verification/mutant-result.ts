import type { NamedTests } from '../metrics/lost-tests.ts';

export type MutantResult = 'killed' | 'survived' | 'timed-out' | 'invalid';

/** How a run with a mutant ended. */
export interface MutantRun {
  /** Null if no names were reported. */
  tests: NamedTests | null;
  outcome: 'held' | 'failed' | 'unmeasured';
  timedOut: boolean;
  durationMs: number;
}

/**
 * What became of a mutant. A test that passes without it has to fail by name. If some are only missing, it depends on what a file
 * that cannot be loaded at all does to the same tests: `broken` is that run, and `unclear` asks for it.
 */
export function mutantResult(run: MutantRun, control: NamedTests, broken: MutantRun | null): MutantResult | 'unclear' {
  if (run.timedOut) return 'timed-out';
  const passing = [...control].flatMap(([test, status]) => (status === 'passed' ? [test] : []));
  if (passing.some((test) => run.tests?.get(test) === 'failed')) return 'killed';
  if (run.outcome === 'held') return 'survived';
  // A command failed, and no test did: a type checker, or another check that is no test.
  if (passing.every((test) => run.tests?.get(test) === 'passed')) return 'invalid';
  if (!broken) return 'unclear';
  return missingIn(run, passing) === missingIn(broken, passing) ? 'invalid' : 'killed';
}

const missingIn = ({ tests }: MutantRun, passing: readonly string[]) =>
  passing.filter((test) => !tests?.has(test)).join('\0');
