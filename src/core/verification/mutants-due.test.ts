import { describe, expect, test } from 'vitest';
import { aVerdict, judgedLoop, theSettings } from '../../testing/builders.ts';
import type { Criterion } from '../criteria/criterion.ts';
import type { Verdict } from '../criteria/verdict.ts';
import { type Metrics, unmeasured } from '../metrics/metrics.ts';
import { nextStep } from '../next-step.ts';
import type { LoopState } from '../state/state.ts';
import { pendingVerdict, tooSlow } from './mutants-due.ts';

const tests = { total: 1, passed: 1, failed: 0, skipped: 0 };
const metrics: Metrics = { ...unmeasured, tests };
const ON_MUTANTS: Criterion = {
  id: 'm',
  text: 'mutants >= 80',
  kind: 'metric',
  metric: 'mutants',
  op: '>=',
  value: 80,
};
const pending = pendingVerdict(ON_MUTANTS, 1, null);
const experiments = { flip: false, newTests: false };

/** An iteration that is verified and not judged. */
function loopOf(verdicts: Verdict[], { asked = true, evidence = {}, over = {} } = {}): LoopState {
  const state = judgedLoop([{ score: null, verified: true, over: { decision: null, verdicts, metrics, ...over } }]);
  const settings = theSettings({ evidence: { ...experiments, ...evidence }, verify: { pristine: false } });
  const criteria = asked ? [...state.criteria, ON_MUTANTS] : state.criteria;
  return { ...state, settings, criteria, room: { ...state.room, kind: 'copy' } };
}
const holds = aVerdict({ outcome: 'pass', tests });
const fails = aVerdict({ outcome: 'fail', tests });
const mutants = { counts: {}, survivors: [], verdicts: [] } as never;

describe('mutants are tested', () => {
  test.each<[string, LoopState, string]>([
    ['if a criterion asks for it and all others hold', loopOf([holds, pending]), 'test-mutants'],
    ['not while another criterion fails', loopOf([fails, pending]), 'reflect'],
    ['not twice', loopOf([holds, pending], { over: { mutants } }), 'reflect'],
    [
      'after a person worked, if a criterion asks for it',
      loopOf([holds, pending], { over: { byHand: true } }),
      'test-mutants',
    ],
    ['not by default', loopOf([holds], { asked: false }), 'judge'],
    [
      'if they are switched on and the iteration would complete',
      loopOf([holds], { asked: false, evidence: { mutants: true } }),
      'test-mutants',
    ],
    ['not if it would not complete', loopOf([fails], { asked: false, evidence: { mutants: true } }), 'reflect'],
  ])('%s', (_, state, step) => {
    expect(
      nextStep({ ...state, settings: { ...state.settings, guard: { ...state.settings.guard, enabled: false } } })?.type,
    ).toBe(step);
  });

  test('after the other experiments, which do not wait for them', () => {
    expect(nextStep(loopOf([holds, pending], { evidence: { flip: true } }))?.type).toBe('flip-expectations');
  });
});

test('at the baseline nothing is changed, and tests that are too slow end the loop before it begins', () => {
  const state = loopOf([]);
  expect(tooSlow(state, 5 * 60_000)).toBeNull();
  const slow = tooSlow(state, 30 * 60_000);
  expect(slow).toBe('the tests take 30.0 minutes, more than evidence.maxMinutes (5)');
  expect(pendingVerdict(ON_MUTANTS, 0, null)).toMatchObject({ outcome: 'unmeasured', unmeasured: 'incomplete' });
  expect(pendingVerdict(ON_MUTANTS, 0, slow)).toMatchObject({
    unmeasured: 'no-metric',
    reason: 'mutants cannot be tested: the tests take 30.0 minutes, more than evidence.maxMinutes (5)',
  });
  expect(pendingVerdict(ON_MUTANTS, 1, slow).unmeasured).toBe('incomplete');
});
