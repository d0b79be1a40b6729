import { expect, test } from 'vitest';
import { judgedLoop } from '../../testing/builders.ts';
import { totalUsage, usageOf } from '../agents/usage.ts';
import { tidy, trajectoryOf } from './trajectory.ts';

test('every judged iteration, with what it added to the last score that is known on its way', () => {
  const state = judgedLoop([
    { score: 0.5, verified: true },
    { score: null },
    { score: 0.4 },
    { score: 0.9, over: { decision: null } },
  ]);
  const points = trajectoryOf({ ...state, best: 1 });
  expect(
    points.map(({ iteration, score, delta, fromBaseline, verified }) => [
      iteration,
      score,
      delta,
      fromBaseline,
      verified,
    ]),
  ).toEqual([
    [0, 0.2, null, null, false],
    [1, 0.5, 0.3, 0.3, true],
    [2, null, null, null, false],
    [3, 0.4, -0.1, 0.2, false],
  ]);
  expect(points.filter(({ best }) => best).map(({ iteration }) => iteration)).toEqual([1]);
});

test('what follows a rollback is compared with the tree that it started from', () => {
  const state = judgedLoop([{ score: 0.8 }, { score: 0.3 }, { score: 0.85, parent: 1 }]);
  expect(trajectoryOf(state).map(({ delta }) => delta)).toEqual([null, 0.6, -0.5, 0.05]);
});

test('an iteration without verdicts is not verified', () => {
  expect(trajectoryOf(judgedLoop([{ score: 0.5, over: { verdicts: null } }])).at(-1)?.verified).toBe(false);
});

test.each([
  [0.1 + 0.2, undefined, 0.3],
  [1 / 3, 2, 0.33],
  [-1e-9, undefined, 0],
])('%s tidied to %s digits is %s', (value, digits, is) => {
  expect(tidy(value, digits)).toBe(is);
});

test('what a run used is unknown if not reported, except its time', () => {
  const [baseline, first] = judgedLoop([{ score: 0.3 }]).iterations;
  expect(baseline && usageOf(baseline)).toEqual({ costUsd: null, tokens: null, agentMs: 0 });
  expect(first && usageOf(first)).toEqual({ costUsd: null, tokens: null, agentMs: 100 });
});

test('what a loop used is unknown if no run reported it', () => {
  const state = judgedLoop([]);
  const spent = { ...state.spent, runs: 2, agentMs: 30, costUsd: 1, tokens: 5 };
  expect(totalUsage({ ...state, spent: { ...spent, unknownCost: 1, unknownTokens: 2 } })).toEqual({
    costUsd: 1,
    tokens: null,
    agentMs: 30,
  });
  expect(totalUsage({ ...state, spent: { ...spent, unknownCost: 2, unknownTokens: 1 } })).toEqual({
    costUsd: null,
    tokens: 5,
    agentMs: 30,
  });
});
