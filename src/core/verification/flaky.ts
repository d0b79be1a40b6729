import type { Verdict } from '../criteria/verdict.ts';
import type { TestStatus } from '../metrics/tests.ts';

export interface Run {
  verdicts: readonly Verdict[];
  /** By name, if names are known. */
  tests: ReadonlyMap<string, TestStatus> | null;
}

const MAX_NAMES = 100;

/**
 * What repetitions on the same tree say about the first run. A criterion that flipped has not held, whichever came first;
 * it is named flaky, and so is every test that was seen both to pass and to fail.
 */
export function compareRuns(
  first: Run,
  again: readonly Run[],
  nameOf: (criterion: string) => string,
): { verdicts: Verdict[]; flaky: string[] } {
  const tests = flippedTests(first, again);
  const verdicts: Verdict[] = [];
  const names: string[] = [];
  for (const verdict of first.verdicts) {
    const later = again.flatMap((run) => run.verdicts.filter(({ criterion }) => criterion === verdict.criterion));
    const other = later.find(({ outcome }) => (outcome === 'pass') !== (verdict.outcome === 'pass'));
    if (!other) continue;
    const failed = verdict.outcome === 'pass' ? other : verdict;
    const reason = `flaky: it both held and failed on the same tree (${failed.reason})`;
    verdicts.push({ ...failed, outcome: 'fail', unmeasured: null, reason, flaky: true });
    names.push(nameOf(verdict.criterion));
  }
  return { verdicts, flaky: [...tests, ...names].slice(0, MAX_NAMES) };
}

function flippedTests(first: Run, again: readonly Run[]): string[] {
  if (!first.tests) return [];
  return [...first.tests].flatMap(([id, status]) => {
    if (status !== 'passed' && status !== 'failed') return [];
    const opposite = status === 'passed' ? 'failed' : 'passed';
    return again.some(({ tests }) => tests?.get(id) === opposite) ? [id] : [];
  });
}
