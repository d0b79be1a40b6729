import type { TestCounts } from '../metrics/test-counts.ts';
import type { Verdict } from './verdict.ts';

/** The tests of all criteria; a command that several criteria share counts once. Null if no tests were counted. */
export function testsOf(verdicts: readonly Verdict[] | null): TestCounts | null {
  const counted = (verdicts ?? []).filter(({ tests }) => tests !== null);
  const isFirst = ({ outputFile }: Verdict, n: number) =>
    outputFile === null || counted.findIndex((one) => one.outputFile === outputFile) === n;
  const counts = counted.filter(isFirst).flatMap(({ tests }) => tests ?? []);
  if (counts.length === 0) return null;
  return counts.reduce((sum, tests) => ({
    total: sum.total + tests.total,
    passed: sum.passed + tests.passed,
    failed: sum.failed + tests.failed,
    skipped: sum.skipped + tests.skipped,
  }));
}

/** Whether a run ended before all tests were counted, so that `testsOf` is partial and must not be compared. */
export function isPart(verdicts: readonly Verdict[] | null): boolean {
  return (verdicts ?? []).some(({ partial }) => partial);
}
