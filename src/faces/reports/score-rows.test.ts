import { describe, expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import { unmeasured } from '../../core/metrics/metrics.ts';
import { scoreOf } from '../../core/quality/score-of.ts';
import type { IterationState, LoopState } from '../../core/state/state.ts';
import { scoreNote, scoreRows } from './score-rows.ts';

const tests = (total: number, passed: number) => ({ total, passed, failed: total - passed, skipped: 0 });
const lint = { errors: 0, warnings: 0 };

/** Two of ten tests are gone; iteration 1 is scored by the very function that judges. */
function judged(approved: string[], metrics = { tests: tests(8, 8), lint }): [LoopState, IterationState] {
  const told = scoredLoop({
    baseline: { score: 0.5, metrics: { tests: tests(10, 8), lint } },
    iterations: [{ score: 0, metrics }],
  });
  const state = { ...told, approved };
  const [iteration] = state.iterations.slice(1) as [IterationState];
  return [state, { ...iteration, ...scoreOf(state, iteration) }];
}

const sum = (rows: ReturnType<typeof scoreRows>) =>
  rows.reduce((all, { contribution }) => all + (contribution ?? 0), 0);

describe('the breakdown adds up to the score', () => {
  test('after an approval', () => {
    const [state, iteration] = judged(['lost-test:a', 'lost-test:b']);
    expect(iteration.score).not.toBe(judged([])[1].score);
    expect(sum(scoreRows(state, iteration))).toBeCloseTo(iteration.score as number, 5);
    expect(scoreNote(state, iteration)).toBeNull();
  });

  test('of an iteration that was judged before it', () => {
    const [, earlier] = judged([]);
    const [state] = judged(['lost-test:a', 'lost-test:b']);
    expect(sum(scoreRows(state, earlier))).toBeCloseTo(earlier.score as number, 5);
  });

  test('or a note says why it does not', () => {
    const [state, iteration] = judged([], { ...unmeasured, tests: tests(0, 0), lint });
    expect(scoreNote(state, { ...iteration, score: 0.5, quality: { ...quality, confidence: 0.2 } })).toBe(
      'Only 20 % of the weight is known, so the score is how far the criteria are met: 0.50.',
    );
    expect(scoreNote(state, { ...iteration, score: null, quality })).toContain('can no longer be counted');
  });
});

const quality = { confidence: 0.8, dimensions: 0.9, analytics: null, criteria: 0.5, breakdown: {} };
