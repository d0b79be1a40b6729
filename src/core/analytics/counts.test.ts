import { expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import { aFinding } from '../../testing/builders.ts';
import { trajectoryOf } from './trajectory.ts';

test('the score of an iteration that was caught does not count, one that was only worse does', () => {
  const rollback = { action: 'rollback', reason: 'worse' } as const;
  const state = scoredLoop({
    baseline: { score: 0.5 },
    iterations: [
      { score: 0.9 },
      { score: 0.99, findings: [aFinding({ severity: 'critical' })], decision: rollback, best: 1 },
      { score: 0.4, decision: rollback, best: 1 },
    ],
  });
  expect(trajectoryOf(state).map(({ counts }) => counts)).toEqual([true, true, false, true]);
});

test('one that a finding marked false stood against counts', () => {
  const finding = aFinding({ severity: 'critical' });
  const mark = { type: 'finding-marked', id: `finding:${finding.id}`, falsePositive: true, reason: null } as const;
  const state = scoredLoop({
    iterations: [{ score: 0.6 }, { score: 0.9, findings: [finding], best: 1 }],
    later: [mark],
  });
  expect(trajectoryOf(state)[2]?.counts).toBe(true);
});
