import { describe, expect, test } from 'vitest';
import { aVerdict, judgedLoop } from '../../testing/builders.ts';
import { type TestsDoubt, unmeasured } from '../metrics/metrics.ts';
import type { TestCounts } from '../metrics/test-counts.ts';
import type { IterationState } from '../state/state.ts';
import { type Counted, isOverstated } from './proven-counts.ts';
import { scoreOf } from './score-of.ts';

const counts = (passed: number, failed: number, skipped = 0): TestCounts => ({
  total: passed + failed + skipped,
  passed,
  failed,
  skipped,
});
const whole = (passed: number, failed: number, skipped = 0): Counted => ({ tests: counts(passed, failed, skipped) });
const cut = (passed: number, failed: number): Counted => {
  const testsDoubt: TestsDoubt = { kind: 'crashed', reason: 'exit 1' };
  return { ...whole(passed, failed), testsDoubt };
};

describe('more passes only by the changed judge', () => {
  test.each<[string, Counted, Counted, boolean]>([
    ['a failing test passes', whole(2, 1), whole(1, 2), true],
    ['as many pass', whole(2, 1), whole(2, 1), false],
    ['more pass by the original', whole(2, 1), whole(3, 0), false],
    ['tests were only added', whole(6, 2), whole(1, 2), false],
    ['added ones hide one that fails', whole(6, 1), whole(1, 2), true],
    ['a skipped test passes', whole(3, 0), whole(2, 0, 1), true],
    ['a failing test is skipped', whole(2, 0, 1), whole(2, 1), false],
    ['the original cannot count', whole(2, 1), { tests: null }, true],
    ['the original finds none', whole(2, 1), whole(0, 0), true],
    ['the original does not come to its end', whole(2, 1), cut(2, 1), true],
    ['of a run that was cut, more were seen to pass', cut(2, 1), cut(1, 1), true],
    ['of a run that was cut, as many were seen to pass', cut(2, 1), cut(2, 2), false],
    ['nothing was counted', { tests: null }, whole(1, 1), false],
  ])('%s', (_, claimed, proven, expected) => {
    expect(isOverstated(claimed, proven)).toBe(expected);
  });
});

test('the score is of the tests as the original judge counted them', () => {
  const claimed = { metrics: { ...unmeasured, tests: counts(9, 1) }, verdicts: [aVerdict({ tests: counts(9, 1) })] };
  const files = { paths: ['a.test.js'], count: 1 };
  const verdicts = [aVerdict({ tests: counts(1, 1) })];
  const pristine = { files, findings: [], durationMs: 1, verdicts, tests: counts(1, 1) };
  const state = judgedLoop([{ score: null, over: { ...claimed, decision: null, pristine } }]);
  const honest = { ...claimed, metrics: { ...unmeasured, tests: counts(1, 1) }, verdicts };
  const last = state.iterations.at(-1) as IterationState;
  expect(scoreOf(state, last)).toEqual(scoreOf(state, { ...last, ...honest, pristine: null }));
  expect(scoreOf(state, last).score).toBeLessThan(scoreOf(state, { ...last, pristine: null }).score ?? 0);
});
