import { describe, expect, test } from 'vitest';
import { type ScoredIteration, scoredLoop } from '../../../test/support/scored-loop.ts';
import { theSettings } from '../../testing/builders.ts';
import { analyticsOf } from './analytics.ts';

const tests = (passed: number): NonNullable<ScoredIteration['metrics']> => ({
  tests: { total: 10, passed, failed: 10 - passed, skipped: 0 },
});
const ended = { ending: 'stalled' as const, reason: 'no progress' };
const run: ScoredIteration[] = [
  { score: 0.6, metrics: tests(6), classification: 'forward' },
  { score: 0.8, metrics: tests(8), classification: 'plateau' },
  { score: 0.7, metrics: tests(7), classification: 'regression', decision: { action: 'rollback' } },
  { score: 0.8, metrics: tests(8), classification: 'stalled' },
];

describe('the analytics of a loop', () => {
  const analytics = () =>
    analyticsOf(scoredLoop({ baseline: { score: 0.5, metrics: tests(5) }, iterations: run, ended }));

  test('show what was kept, and how far it came', () => {
    expect(analytics()).toMatchObject({
      schema: 'jumar-analytics/1',
      task_id: 'fix-tests-00000000',
      task: 'fix the tests',
      task_type: 'test-fix',
      agent: 'command',
      status: 'stopped',
      ending: 'stalled',
      iterations: 4,
      max_iterations: 10,
      stopping_reason: 'no progress',
      final_quality: 0.8,
      final_iteration: 2,
      last_quality: 0.8,
      total_improvement: 0.2,
      improvement_from_baseline: 0.3,
      iterations_saved: 6,
      time_saved_estimate: '~6 iterations avoided',
      cost_usd: null,
      tokens: null,
    });
  });

  test('show each part from the first iteration, as the total improvement does, to what was kept', () => {
    expect(analytics().breakdown).toEqual([
      { part: 'tests_passing', since: 1, from: 0.6, to: 0.8, delta: 0.2, baseline: 0.5 },
    ]);
  });

  test('show every iteration, against the one that it started from', () => {
    const { history } = analytics();
    const rows = history.map(({ iteration, decision, quality, delta, is_best_iteration, cumulative }) => [
      iteration,
      decision,
      quality,
      delta.quality,
      delta.tests_passing,
      is_best_iteration,
      cumulative,
    ]);
    const sums = (total_improvement: number | null, plateau_count: number, regression_count: number) => ({
      total_improvement,
      plateau_count,
      regression_count,
    });
    expect(rows).toEqual([
      [0, 'continue', 0.5, null, null, false, sums(null, 0, 0)],
      [1, 'continue', 0.6, 0.1, 0.1, false, sums(0, 0, 0)],
      [2, 'continue', 0.8, 0.2, 0.2, true, sums(0.2, 1, 0)],
      [3, 'rollback', 0.7, -0.1, -0.1, false, sums(0.1, 1, 1)],
      [4, 'continue', 0.8, 0, 0, false, sums(0.2, 2, 1)],
    ]);
    expect(history[0]?.timestamp).toMatch(/^2026-02-02T10:00:\d\d\.000Z$/);
  });
});

describe('what is not known yet', () => {
  test.each<[string, number, string | null]>([
    ['one iteration fewer than allowed', 5, '~1 iteration avoided'],
    ['all of them', 4, 'none'],
    ['more than allowed now', 3, 'none'],
  ])('saved, after %s', (_, maxIterations, words) => {
    const settings = theSettings({ limits: { maxIterations } });
    const { time_saved_estimate, iterations_saved } = analyticsOf(
      scoredLoop({ created: { settings }, iterations: run, ended }),
    );
    expect(time_saved_estimate).toBe(words);
    expect(iterations_saved).toBe(Math.max(0, maxIterations - 4));
  });

  test('a loop that runs has saved nothing and has no reason', () => {
    expect(analyticsOf(scoredLoop({ iterations: run }))).toMatchObject({
      ending: null,
      stopping_reason: null,
      iterations_saved: null,
      time_saved_estimate: null,
    });
  });

  test('a loop that did nothing has no quality', () => {
    expect(analyticsOf({ ...scoredLoop({ iterations: [] }), iterations: [], best: null })).toMatchObject({
      final_quality: null,
      final_iteration: null,
      last_quality: null,
      total_improvement: null,
      improvement_from_baseline: null,
      breakdown: [],
      history: [],
    });
  });

  test('the first score counts, not the first iteration', () => {
    const iterations: ScoredIteration[] = [{ score: null }, { score: 0.4 }, { score: 0.9 }];
    expect(analyticsOf(scoredLoop({ iterations, ended })).total_improvement).toBe(0.5);
  });
});
