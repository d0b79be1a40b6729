import { describe, expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import { analyticsAcross, comparisonOf } from './comparison.ts';
import { type LoopSummary, summaryOf } from './summary.ts';

const plain = summaryOf(scoredLoop({ baseline: { score: 0.5 }, iterations: [{ score: 0.9 }] }));
const aLoop = (over: Partial<LoopSummary> = {}): LoopSummary => ({ ...plain, ...over });
const scores = (best: number | null, last: number | null) => ({ baseline: 0.5, first: 0.5, best, last });

describe('loops compared', () => {
  test('success counts loops that ended and were not aborted', () => {
    const loops = [
      aLoop({ ending: 'completed', launches: 2 }),
      aLoop({ ending: 'completed', launches: 3 }),
      aLoop({ ending: 'stalled', launches: 7 }),
      aLoop({ ending: 'aborted', launches: 50 }),
      aLoop({ ending: null, launches: 50 }),
    ];
    expect(comparisonOf(loops)).toMatchObject({
      loops: 5,
      ended: 3,
      succeeded: 2,
      success_rate: 0.6667,
      mean_iterations: 4,
      mean_iterations_to_success: 2.5,
      iterations_saved: 8 + 7 + 3,
    });
  });

  test('a loop that was resumed beyond its limit saved nothing', () => {
    expect(comparisonOf([aLoop({ ending: 'completed', launches: 12, maxIterations: 10 })]).iterations_saved).toBe(0);
  });

  test('best against final', () => {
    const ended = { ending: 'stalled' as const };
    const loops = [
      aLoop({ ...ended, scores: scores(0.9, 0.7) }),
      aLoop({ ...ended, scores: scores(0.8, 0.8) }),
      aLoop({ ...ended, scores: scores(0.8, null) }),
      aLoop({ ...ended, scores: scores(null, 0.8) }),
      aLoop({ ending: null, scores: scores(1, 0) }),
    ];
    expect(comparisonOf(loops).best_over_final).toEqual({ loops: 1, mean_gain: 0.1, largest_gain: 0.2 });
  });

  test('what it cost, as far as it is known', () => {
    const loops = [
      aLoop({ ending: 'completed', costUsd: 2, activeMs: 10, agentMs: 5 }),
      aLoop({ ending: 'completed', costUsd: null, activeMs: 20, agentMs: 6 }),
      aLoop({ ending: 'stalled', costUsd: 1, activeMs: 30, agentMs: 7 }),
    ];
    expect(comparisonOf(loops)).toMatchObject({
      cost_usd: 3,
      cost_unknown: 1,
      cost_per_success_usd: 1.5,
      active_ms: 60,
      agent_ms: 18,
    });
  });

  test('what was caught', () => {
    const loops = [
      aLoop({ regressions: 2, rollbacks: 1, raised: { detected: 5, caught: 3, falsePositives: 1 } }),
      aLoop({ regressions: 1, rollbacks: 1, raised: { detected: 1, caught: 0, falsePositives: 0 } }),
    ];
    expect(comparisonOf(loops)).toMatchObject({
      regressions: 3,
      rollbacks: 2,
      regressions_caught: 3,
      alerts: 6,
      false_positive_rate: 0.25,
    });
  });

  test('of nothing, every rate and mean is unknown', () => {
    expect(comparisonOf([])).toMatchObject({
      loops: 0,
      success_rate: null,
      mean_iterations: null,
      mean_iterations_to_success: null,
      iterations_saved: 0,
      best_over_final: { loops: 0, mean_gain: null, largest_gain: null },
      false_positive_rate: null,
      cost_usd: null,
      cost_per_success_usd: null,
    });
  });

  test('without a success there is no cost of one', () => {
    expect(comparisonOf([aLoop({ ending: 'stalled', costUsd: 2 })]).cost_per_success_usd).toBeNull();
  });

  test('in groups, the largest first', () => {
    const loops = [
      aLoop({ agent: 'a', taskType: 'lint' }),
      aLoop({ agent: 'b', taskType: 'lint' }),
      aLoop({ agent: 'b', taskType: 'coverage' }),
    ];
    const { schema, all, by_agent, by_task_type } = analyticsAcross(loops);
    expect([schema, all.loops]).toEqual(['jumar-analytics-across/1', 3]);
    expect(Object.entries(by_agent).map(([name, { loops: count }]) => [name, count])).toEqual([
      ['b', 2],
      ['a', 1],
    ]);
    expect(Object.keys(by_task_type)).toEqual(['lint', 'coverage']);
  });
});

describe('a loop in short', () => {
  const state = scoredLoop({
    baseline: { score: 0.5 },
    iterations: [
      { score: 0.6, agent: { costUsd: 1, durationMs: 5000 } },
      { score: 0.9, agent: { costUsd: 2, durationMs: 7000 } },
      { score: 0.7, classification: 'regression', decision: { action: 'rollback' }, agent: { costUsd: null } },
    ],
    ended: { ending: 'stalled', reason: 'no progress' },
  });

  test('is what lists need', () => {
    expect(summaryOf(state)).toMatchObject({
      id: 'fix-tests-00000000',
      task: 'fix the tests',
      taskType: 'test-fix',
      agent: 'command',
      workspace: '/project',
      status: 'stopped',
      ending: 'stalled',
      reason: 'no progress',
      endedAt: state.ended?.at,
      iterations: 3,
      launches: 3,
      maxIterations: 10,
      best: 2,
      verified: false,
      scores: { baseline: 0.5, first: 0.6, best: 0.9, last: 0.7 },
      rollbacks: 1,
      regressions: 1,
      costUsd: 3,
      tokens: null,
    });
  });

  test('cuts a long task, and distinguishes an open loop from an ended one', () => {
    const open = summaryOf({ ...state, ended: null, task: 'x'.repeat(600), iterations: [], best: null });
    expect(open).toMatchObject({
      ending: null,
      reason: null,
      endedAt: null,
      iterations: 0,
      verified: false,
      scores: { baseline: null, first: null, best: null, last: null },
    });
    expect(open.task).toHaveLength(500);
  });
});
