import type { TestCounts } from './test-counts.ts';

export type TestStatus = 'passed' | 'failed' | 'skipped' | 'todo';

/** One test as a runner reported it. */
export interface TestCase {
  /** `file › suite › name`, the same in every run of the same tests; ` #2` is the second test of that name. */
  id: string;
  /** Relative to the project if it lies inside; null if the runner does not say. */
  file: string | null;
  suite: string[];
  name: string;
  status: TestStatus;
  durationMs: number | null;
  message: string | null;
  /** How often it was tried again. The status is that of the last attempt. */
  retries: number;
}

/** What one runner (or several, merged) reported. */
export interface TestRun {
  /** `vitest`; several: `vitest + pytest`. */
  runner: string;
  /** Null if only the counts are known. */
  tests: TestCase[] | null;
  /** `todo` counts as skipped. */
  counts: TestCounts;
  /** The runner said that it had come to its end. Without that, nothing is known of the tests that are missing. */
  complete: boolean;
  /** How many tests the runner had set out to run; null if it does not say. */
  collected: number | null;
  /** Files that could not be loaded, errors outside of every test. */
  collectionErrors: string[];
  notes: string[];
}

export type ReportedTest = Omit<TestCase, 'id'>;

export function countsOf(tests: Iterable<{ status: TestStatus }>): TestCounts {
  const counts = { total: 0, passed: 0, failed: 0, skipped: 0 };
  for (const { status } of tests) {
    counts.total += 1;
    counts[status === 'todo' ? 'skipped' : status] += 1;
  }
  return counts;
}

/** Gives every test its id. Those that share file, suite and name are numbered in their order. */
export function identify(tests: readonly ReportedTest[]): TestCase[] {
  const seen = new Map<string, number>();
  return tests.map((test) => {
    const key = [test.file ?? '', ...test.suite, test.name]
      .filter((part) => part !== '')
      .map(stable)
      .join(' › ');
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return { ...test, id: count === 1 ? key : `${key} #${count}` };
  });
}

/** One run out of those of several runners, or of one runner in several folders. Null if there is none. */
export function mergeRuns(runs: readonly TestRun[]): TestRun | null {
  const [first] = runs;
  if (!first || runs.length === 1) return first ?? null;
  const nameless = runs.filter((run) => run.tests === null && run.counts.total > 0);
  const counts = { total: 0, passed: 0, failed: 0, skipped: 0 };
  for (const run of runs)
    for (const key of ['total', 'passed', 'failed', 'skipped'] as const) counts[key] += run.counts[key];
  return {
    runner: [...new Set(runs.map(({ runner }) => runner))].join(' + '),
    tests: nameless.length > 0 ? null : identify(runs.flatMap(({ tests }) => tests ?? [])),
    counts,
    complete: runs.every(({ complete }) => complete),
    collected: runs.every(({ collected }) => collected !== null)
      ? runs.reduce((sum, { collected }) => sum + (collected ?? 0), 0)
      : null,
    collectionErrors: runs.flatMap(({ collectionErrors }) => collectionErrors),
    notes: [
      ...runs.flatMap(({ notes }) => notes),
      ...nameless.map(({ runner }) => `${runner} reported how many tests it ran, but not their names`),
    ],
  };
}

/** Names may hold line ends, and the addresses of objects that are others in the next run. */
function stable(part: string): string {
  return part
    .replace(/\s+/g, ' ')
    .replace(/\b0x[0-9a-f]{6,16}\b/gi, '0x…')
    .trim();
}
