import { describe, expect, test } from 'vitest';
import { aVerdict, evidenceOf, judgedLoop, theSettings } from '../../testing/builders.ts';
import { nothingSpent } from '../agents/spending.ts';
import type { Settings } from '../state/settings.ts';
import type { LoopState } from '../state/state.ts';
import { budget } from './budget.ts';
import { carryOn } from './carry-on.ts';
import { criteriaHold } from './criteria-hold.ts';
import { iterationLimit } from './iteration-limit.ts';
import { minimumIterations } from './minimum-iterations.ts';
import type { Rule } from './rule.ts';
import { timeLimit } from './time-limit.ts';

const loop = (limits: Partial<Settings['limits']>, iterations = 2, change: Partial<LoopState> = {}): LoopState => ({
  ...judgedLoop(
    Array.from({ length: iterations }, () => ({ score: 0.3 })),
    theSettings({ limits }),
  ),
  ...change,
});

const spent = (over: Partial<LoopState['spent']>): Partial<LoopState> => ({ spent: { ...nothingSpent, ...over } });
const minutes = (count: number) => ({ activeMs: count * 60_000 });
const says = (rule: Rule, state: LoopState) => rule.judge(evidenceOf(state))?.reason ?? null;

describe('limits', () => {
  test.each<[string, Rule, LoopState, string | null]>([
    ['one iteration is left', iterationLimit, loop({ maxIterations: 3 }), null],
    ['none is left', iterationLimit, loop({ maxIterations: 2 }), '2 of 2 iterations used and the criteria do not hold'],
    ['time is left', timeLimit, loop({ timeoutMinutes: 5 }, 2, minutes(4.99)), null],
    [
      'time is up',
      timeLimit,
      loop({ timeoutMinutes: 5 }, 2, minutes(5)),
      '5 minutes of running time used and the criteria do not hold',
    ],
    ['money is left', budget, loop({ maxCostUsd: 2 }, 2, spent({ costUsd: 1.99 })), null],
    [
      'money is spent',
      budget,
      loop({ maxCostUsd: 2 }, 2, spent({ costUsd: 2 })),
      '$2.00 of $2 spent and the criteria do not hold',
    ],
    ['nobody set a budget', budget, loop({}, 2, spent({ costUsd: 1000, tokens: 1e9, agentMs: 1e9 })), null],
  ])('%s', (_, rule, state, reason) => {
    expect(says(rule, state)).toBe(reason);
  });

  test.each([
    [iterationLimit, loop({ maxIterations: 2 }), 'iteration-limit'],
    [timeLimit, loop({ timeoutMinutes: 5 }, 2, minutes(5)), 'time-limit'],
    [budget, loop({ maxTokens: 10 }, 2, spent({ tokens: 10 })), 'budget'],
  ] as const)('$0.name is certain, and stops as such', (rule, state, ending) => {
    expect(rule.judge(evidenceOf(state))).toMatchObject({ action: 'stop', ending, confidence: 1 });
  });

  test('work by hand is not a launch', () => {
    const byHand = loop({ maxIterations: 2 });
    const iterations = byHand.iterations.map((one) => (one.n === 1 ? { ...one, run: null, byHand: true } : one));
    expect(iterationLimit.judge(evidenceOf({ ...byHand, iterations }))).toBeNull();
  });

  test('time that ends a loop which refines ends it completed', () => {
    const settings = theSettings({ goal: { mode: 'refine' }, limits: { timeoutMinutes: 5 } });
    const state = { ...judgedLoop([{ score: 0.8, verified: true }], settings), ...minutes(6) };
    expect(timeLimit.judge(evidenceOf(state))).toMatchObject({
      ending: 'completed',
      reason: '5 minutes of running time used; iteration 1 is verified and kept',
    });
  });
});

describe('the criteria', () => {
  const judged = (n: number, ...verdicts: ReturnType<typeof aVerdict>[]) => {
    const state = loop({}, n);
    const iterations = state.iterations.map((one) => (one.n === n ? { ...one, verdicts } : one));
    return { ...state, iterations };
  };
  const holds = aVerdict({ outcome: 'pass' });
  const fails = aVerdict({ criterion: 'c2', reason: 'exit 2' });

  test.each<[string, LoopState, string | null]>([
    ['one holds', judged(2, holds), 'the criterion holds at iteration 2'],
    ['two hold', judged(2, holds, holds), 'all 2 criteria hold at iteration 2'],
    ['they hold from the start', judged(0, holds), 'already met, nothing to do: the criterion holds before any work'],
    ['one of two holds', judged(2, holds, fails), null],
    ['nothing was verified', judged(2), null],
  ])('%s', (_, state, reason) => {
    expect(says(criteriaHold, state)).toBe(reason);
  });

  test.each<[string, LoopState, string]>([
    ['one fails', judged(2, holds, fails), 'exit 2'],
    ['several fail', judged(2, fails, aVerdict()), '2 criteria do not hold (c2: exit 2)'],
    ['nothing was verified', judged(2), 'nothing has been verified'],
  ])('going on says what stands in the way: %s', (_, state, reason) => {
    expect(carryOn.judge(evidenceOf(state))).toMatchObject({ action: 'continue', reason });
    expect(
      minimumIterations.judge(evidenceOf({ ...state, settings: theSettings({ rules: { minIterations: 3 } }) })),
    ).toMatchObject({
      action: 'continue',
      reason,
    });
  });

  test('the minimum is reached at its number', () => {
    expect(minimumIterations.judge(evidenceOf(loop({}, 1)))).not.toBeNull();
    expect(minimumIterations.judge(evidenceOf(loop({}, 2)))).toBeNull();
  });
});
