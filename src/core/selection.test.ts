import { expect, test } from 'vitest';
import { toldLoop } from '../testing/scored-loop.ts';
import { selectionOf } from './selection.ts';

const after = (...scores: (number | null)[]) =>
  selectionOf(toldLoop({ iterations: scores.map((score) => ({ score })) }));

test('a loop that peaks and decays', () => {
  expect(after(0.65, 0.82, 0.88, 0.85, 0.81)).toMatchObject({
    selected: 3,
    final: 5,
    delta: 0.07,
    improvementPercentage: 8.64,
    degradation: {
      peak: 3,
      startedAt: 4,
      pattern: 'over_refinement',
      iterationsAfterPeak: 2,
      lossPercentage: -7.95,
    },
  });
});

test.each([
  ['only rising', [0.5, 0.6, 0.7], null],
  ['up and down', [0.5, 0.9, 0.7, 0.8], 'fluctuation'],
  ['one step down', [0.5, 0.9, 0.7], 'over_refinement'],
  ['unknown in between', [0.9, null, 0.7], 'over_refinement'],
] as const)('%s', (_, scores, pattern) => {
  expect(after(...scores)?.degradation?.pattern ?? null).toBe(pattern);
});

test('nothing known is nothing claimed', () => {
  expect(after(null)).toMatchObject({ selected: 0, delta: null, improvementPercentage: null, degradation: null });
});
