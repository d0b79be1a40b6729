import { describe, expect, test } from 'vitest';
import { aVerdict, evidenceOf, type Judged, judgedLoop, theSettings } from '../../testing/builders.ts';
import { evolve } from '../evolve.ts';
import { regression } from '../rules/regression.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import { crossCheck } from './cross-checks.ts';

const refine = theSettings({ goal: { mode: 'refine' }, verify: { rerun: false, pristine: false } });
const holds: Judged = { score: 0.8, verified: true };
const breaks: Judged = { score: 0.5, over: { decision: null } };

const loop = (last: Judged, settings = refine): LoopState => ({
  ...judgedLoop([holds, holds, last], settings),
  best: 1,
});
const current = (state: LoopState) => state.iterations.at(-1) as IterationState;
const reverified = (state: LoopState, outcome: 'pass' | 'fail') => {
  const event = {
    type: 'tree-reverified' as const,
    iteration: 1,
    verdicts: [aVerdict({ outcome })],
    agrees: outcome === 'pass',
  };
  return evolve(state, { seq: 99, at: 0, event });
};

describe('what best holds breaks, while refining', () => {
  test.each<[string, LoopState, boolean]>([
    ['it is verified anew', loop(breaks), true],
    ['not where the criteria hold', loop({ ...holds, over: { decision: null } }), false],
    ['not twice', loop({ ...breaks, over: { decision: null, bestHolds: true } }), false],
    ['not where a person broke it', loop({ ...breaks, over: { decision: null, byHand: true } }), false],
    ['not where best does not hold', { ...loop(breaks), best: 0 }, false],
    ['not before there is one', { ...loop(breaks), best: null }, false],
    ['not while the criteria are still sought', loop(breaks, theSettings({ verify: { rerun: false } })), false],
  ])('%s', (_, state, expected) => {
    expect(crossCheck(state, current(state))).toEqual(expected ? { type: 'reverify', iteration: 1 } : null);
  });

  test('best that still holds is as it was', () => {
    const state = reverified(loop(breaks), 'pass');
    expect(current(state)).toMatchObject({ bestHolds: true });
    expect(evidenceOf(state).best).toBe(1);
    expect(crossCheck(state, current(state))).toBeNull();
  });

  test('if it does not, nothing is known to hold, and what broke it is not built on', () => {
    const state = reverified(loop(breaks), 'fail');
    const outcomes = state.iterations.map(({ verdicts }) => verdicts?.[0]?.outcome);
    expect(outcomes).toEqual(['fail', 'fail', 'unmeasured', 'fail']);
    expect(evidenceOf(state).best).not.toBe(3);
    expect(regression.judge(evidenceOf(state))).toMatchObject({
      action: 'rollback',
      reason: expect.stringContaining('no longer hold at iteration 1 either: a file that snapshots leave out'),
    });
  });
});
