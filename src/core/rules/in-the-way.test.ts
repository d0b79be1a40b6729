import { describe, expect, test } from 'vitest';
import { aFinding, aVerdict, evidenceOf, judgedLoop, theSettings } from '../../testing/builders.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import { budget } from './budget.ts';
import { inTheWay } from './in-the-way.ts';
import { iterationLimit } from './iteration-limit.ts';
import { stuck } from './stuck.ts';

const holds = [aVerdict({ outcome: 'pass' })];
const fails = [aVerdict({ outcome: 'fail', reason: 'exit 2' })];
const faked = { findings: [aFinding({ id: 'f9' })] };
const limited = { limits: { maxIterations: 1 } };

function loop(over: Partial<IterationState>, settings: Parameters<typeof theSettings>[0] = {}, score = 0.8): LoopState {
  return judgedLoop([{ score, over: { metrics: null, ...over } }], theSettings(settings));
}

describe('what is in the way of an iteration', () => {
  test.each<[string, LoopState, string]>([
    ['a criterion', loop({ verdicts: fails }), 'exit 2'],
    ['nothing was looked at', loop({ verdicts: [] }), 'nothing has been verified'],
    ['a finding', loop({ verdicts: holds, ...faked }), 'the criteria hold, but The test is skipped. (a.test.js:1)'],
    ['nothing', loop({ verdicts: holds }), 'the criteria hold'],
    ['refining', loop({ verdicts: holds }, { goal: { mode: 'refine' } }), 'the criteria hold, quality is 0.8'],
    [
      'a number that is not known',
      loop({ verdicts: holds }, { goal: { mode: 'minimize', command: 'size' } }),
      'the criteria hold, the number is unknown',
    ],
  ])('%s', (_, state, words) => {
    expect(inTheWay(evidenceOf(state))).toBe(words);
  });

  test.each<[string, LoopState, string]>([
    ['criteria fail', loop({ verdicts: fails }, limited), '1 of 1 iterations used and the criteria do not hold'],
    [
      'a finding holds what passes',
      loop({ verdicts: holds, ...faked }, limited),
      '1 of 1 iterations used; the criteria hold, but The test is skipped. (a.test.js:1)',
    ],
    ['a hook holds what passes', loop({ verdicts: holds }, limited), '1 of 1 iterations used'],
  ])('a limit says no more than is true: %s', (_, state, reason) => {
    expect(iterationLimit.judge(evidenceOf(state))?.reason).toBe(reason);
  });
});

describe('refining, with a verified best', () => {
  const refining = (settings: Parameters<typeof theSettings>[0]) => ({
    ...loop({ verdicts: holds }, { goal: { mode: 'refine' }, ...settings }),
    best: 1,
  });

  test('a spent budget is not a failure', () => {
    const state = refining({ limits: { maxCostUsd: 1 } });
    const spent = { ...state, spent: { ...state.spent, runs: 1, costUsd: 2 } };
    expect(budget.judge({ ...evidenceOf(spent), best: 1 })).toMatchObject({
      ending: 'completed',
      reason: '$2.00 of $1 spent; iteration 1 is verified and kept',
    });
  });

  test('the same error again and again ends it, and asks nobody', () => {
    const failing = { verdicts: [aVerdict({ excerpt: 'Error: boom' })], reflected: null };
    const settings = theSettings({ goal: { mode: 'refine' }, recovery: { enabled: false } });
    const steps = [{ verdicts: holds }, failing, failing, failing].map((over, at) => ({ score: 0.8 - at / 100, over }));
    const state = { ...judgedLoop(steps, settings), best: 1 };
    const evidence = { ...evidenceOf(state), best: 1 };
    const ruling = stuck.judge(evidence);
    expect(ruling).toMatchObject({ action: 'stop', ending: 'completed' });
  });
});
