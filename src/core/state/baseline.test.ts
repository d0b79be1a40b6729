import { describe, expect, test } from 'vitest';
import { judgedLoop } from '../../testing/builders.ts';
import { type Metrics, passRate, unmeasured } from '../metrics/metrics.ts';
import { acceptedBaseline, baselineFor } from './baseline.ts';
import type { LoopState } from './state.ts';

const tests = { total: 10, passed: 6, failed: 4, skipped: 0 };

function measuredLoop(approved: string[], counts: typeof tests | null = tests): LoopState {
  const state = judgedLoop([{ score: 0.3 }]);
  const metrics = { ...unmeasured, tests: counts, files: 3 };
  return { ...state, approved, iterations: state.iterations.map((one) => ({ ...one, metrics })) };
}

describe('the accepted baseline', () => {
  test.each<[string, string[], { total: number; failed: number; passed?: number }]>([
    ['nothing was approved', [], { total: 10, failed: 4 }],
    ['two named tests', ['lost-test:a', 'lost-test:b'], { total: 8, failed: 2 }],
    ['the same test twice', ['lost-test:a', 'lost-test:a'], { total: 9, failed: 3 }],
    ['three by count', ['lost-tests:3'], { total: 7, failed: 1 }],
    ['by name and by a larger count', ['lost-test:a', 'lost-tests:3'], { total: 7, failed: 1 }],
    ['more than failed', ['lost-tests:5'], { total: 5, failed: 0, passed: 5 }],
    ['by count, more than ten', ['lost-tests:12'], { total: 0, failed: 0, passed: 0 }],
    ['something else', ['finding:f1', 'alert:1:test_deletion', 'x-lost-tests:3'], { total: 10, failed: 4 }],
  ])('%s', (_, approved, counts) => {
    expect(acceptedBaseline(measuredLoop(approved))).toEqual({
      ...unmeasured,
      files: 3,
      tests: { ...tests, ...counts },
    });
  });

  test('more tests never passed than there are', () => {
    const allPassed = { total: 10, passed: 10, failed: 0, skipped: 0 };
    expect(passRate(acceptedBaseline(measuredLoop(['lost-test:a', 'lost-test:b'], allPassed)) as Metrics)).toBe(100);
  });

  test('without counted tests there is nothing to take away from', () => {
    expect(acceptedBaseline(measuredLoop(['lost-tests:3'], null))).toEqual({ ...unmeasured, files: 3 });
  });

  test('is unknown before anything was measured', () => {
    expect(acceptedBaseline(judgedLoop([]))).toBeNull();
    expect(acceptedBaseline({ ...judgedLoop([]), iterations: [] })).toBeNull();
  });
});

describe('what losses are measured against', () => {
  const byHand = { score: 0.3, over: { byHand: true } };

  test.each([
    { what: 'iteration 0', loop: [{ score: 0.3 }, { score: 0.3 }], n: 2, is: 0 },
    { what: 'the latest tree that a person made', loop: [byHand, byHand, { score: 0.3 }], n: 3, is: 2 },
    { what: 'never the tree itself', loop: [byHand, byHand], n: 2, is: 1 },
    { what: 'never a later one', loop: [{ score: 0.3 }, byHand], n: 1, is: 0 },
  ])('$what', ({ loop, n, is }) => {
    expect(baselineFor(judgedLoop(loop), n)?.n).toBe(is);
  });
});
