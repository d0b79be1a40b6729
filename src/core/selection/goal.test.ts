import { describe, expect, test } from 'vitest';
import { aFinding, type Judged, judgedLoop, theSettings } from '../../testing/builders.ts';
import { unmeasured } from '../metrics/metrics.ts';
import type { Settings } from '../state/settings.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import { gainOver, isImproving, isOptimising, isVerified, worthOf } from './goal.ts';

type Mode = Settings['goal']['mode'];
const goal = (mode: Mode) => theSettings({ goal: { mode, command: 'size' } });
const numbered = (objective: number | null, score: number | null = 0.5): Judged => ({
  score,
  over: { metrics: objective === null ? unmeasured : { ...unmeasured, custom: { objective } } },
});
const pair = (mode: Mode, ...two: [Judged, Judged]): [LoopState, IterationState, IterationState] => {
  const state = judgedLoop(two, goal(mode));
  return [state, state.iterations[2] as IterationState, state.iterations[1] as IterationState];
};

test.each<[Mode, improving: boolean, optimising: boolean]>([
  ['satisfy', false, false],
  ['refine', true, false],
  ['maximize', true, true],
  ['minimize', true, true],
])('%s', (mode, improving, optimising) => {
  const state = judgedLoop([], goal(mode));
  expect([isImproving(state), isOptimising(state)]).toEqual([improving, optimising]);
});

describe('worth', () => {
  test.each<[Mode, number | null]>([
    ['satisfy', 0.5],
    ['refine', 0.5],
    ['maximize', 200],
    ['minimize', -200],
  ])('%s: %s', (mode, worth) => {
    const state = judgedLoop([numbered(200)], goal(mode));
    expect(worthOf(state, state.iterations[1] as IterationState)).toBe(worth);
  });

  test('is unknown without the number', () => {
    const state = judgedLoop([numbered(null), { score: 1, over: { metrics: null } }], goal('maximize'));
    expect(state.iterations.slice(1).map((one) => worthOf(state, one))).toEqual([null, null]);
  });
});

describe('the gain', () => {
  test.each<[string, Mode, Judged, Judged, number | null]>([
    ['of the score, in points', 'refine', numbered(9, 0.5), numbered(1, 0.6), 0.1],
    ['of a number, as a share of the earlier one', 'maximize', numbered(200), numbered(250), 0.25],
    ['of a number that is to be small', 'minimize', numbered(200), numbered(150), 0.25],
    ['of one that got worse', 'minimize', numbered(200), numbered(300), -0.5],
    ['of a negative number', 'maximize', numbered(-200), numbered(-100), 0.5],
    ['from nothing', 'maximize', numbered(0), numbered(3), 1],
    ['below nothing', 'maximize', numbered(0), numbered(-3), -1],
    ['over what is unknown', 'maximize', numbered(null), numbered(3), null],
    ['of what is unknown', 'maximize', numbered(3), numbered(null), null],
  ])('%s', (_, mode, earlier, current, gain) => {
    expect(gainOver(...pair(mode, earlier, current))).toBe(gain);
  });
});

describe('verified', () => {
  test.each<[string, Judged, boolean]>([
    ['the criteria hold', { score: 1, verified: true }, true],
    ['they do not', { score: 1 }, false],
    ['they hold and something blocks', { score: 1, verified: true, over: { findings: [aFinding()] } }, false],
    ['they were not run', { score: 1, over: { verdicts: null } }, false],
  ])('%s: %s', (_, judged, verified) => {
    const state = judgedLoop([judged]);
    expect(isVerified(state, state.iterations[1])).toBe(verified);
  });

  test('no iteration is not', () => {
    expect(isVerified(judgedLoop([]), undefined)).toBe(false);
  });
});
