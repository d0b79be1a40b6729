import { describe, expect, test } from 'vitest';
import { aCriterion, aVerdict, type Judged, judgedLoop, theSettings } from '../../testing/builders.ts';
import type { Criterion } from '../criteria/criterion.ts';
import { unmeasured } from '../metrics/metrics.ts';
import type { Settings } from '../state/settings.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import { toProve } from './to-prove.ts';

const metric = (name: string): Criterion => ({
  id: name,
  text: name,
  kind: 'metric',
  metric: name,
  op: '>=',
  value: 1,
});
const criteria = [aCriterion('a', 'c1'), aCriterion('b', 'c2'), metric('custom.x'), metric('loc')];
const outcomes = (...passing: string[]) =>
  criteria.map(({ id }) => aVerdict({ criterion: id, outcome: passing.includes(id) ? 'pass' : 'fail' }));

function claim(
  before: string[],
  now: string[],
  settings: Settings = theSettings(),
  over: Partial<IterationState> = {},
) {
  const past: Judged = { score: 0.5, over: { verdicts: outcomes(...before) } };
  const last: Judged = { score: null, over: { verdicts: outcomes(...now), decision: null, ...over } };
  const state: LoopState = { ...judgedLoop([past, last], settings), criteria, best: 1 };
  return toProve(state, state.iterations.at(-1) as IterationState);
}
const ids = (found: ReturnType<typeof toProve>) => found?.criteria.map(({ id }) => id) ?? null;

describe('what has to stand with the baseline’s judge', () => {
  test.each<[string, string[], string[], string[] | null]>([
    ['all that holds, where all do', [], ['c1', 'c2', 'custom.x', 'loc'], ['c1', 'c2', 'custom.x']],
    ['what holds, where more holds than in the best so far', ['c1'], ['c1', 'c2'], ['c1', 'c2']],
    ['nothing, where it is not the best', ['c1', 'c2'], ['c1'], null],
    ['nothing, where nothing holds', [], [], null],
    ['nothing, where only what needs no judge holds', [], ['loc'], null],
  ])('%s', (_, before, now, expected) => {
    expect(ids(claim(before, now))).toEqual(expected);
  });
});

test('the number of the objective, if it is better than the best so far', () => {
  const settings = theSettings({ goal: { mode: 'minimize', command: 'sh sz.sh' } });
  const all = ['c1', 'c2', 'custom.x', 'loc'];
  const number = (objective: number) => ({ metrics: { ...unmeasured, custom: { objective } } });
  expect(claim([], all, settings, number(5))).toMatchObject({ objective: true });
  expect(claim([], ['c1'], settings, number(5))?.objective).toBe(false);
});

describe('the tests, if some criteria do not hold', () => {
  const counted = (passed: number) => ({ total: 4, passed, failed: 4 - passed, skipped: 0 });
  const failing = (passed: number) => {
    const verdicts = criteria.map(({ id }) => aVerdict({ criterion: id, tests: id === 'c1' ? counted(passed) : null }));
    return { verdicts, metrics: { ...unmeasured, tests: counted(passed) } };
  };
  const counting = (before: number, now: number) => {
    const past: Judged = { score: before / 20, over: failing(before) };
    const loop = judgedLoop([past, { score: null, over: { ...failing(now), decision: null } }]);
    const iterations = loop.iterations.map((one) => (one.n === 0 ? { ...one, score: 0 } : one));
    const state: LoopState = { ...loop, iterations, criteria, best: 1 };
    return toProve(state, state.iterations.at(-1) as IterationState);
  };

  test('that make it the best so far', () => {
    const found = counting(1, 3);
    expect(found).toMatchObject({ criteria: [], tests: true });
    expect(found?.counted.map(({ id }) => id)).toEqual(['c1']);
  });

  test.each([
    ['fewer than in the best so far', 2, 1],
    ['none', 0, 0],
  ])('nothing, if there are %s', (_, before, now) => {
    expect(counting(before, now)).toBeNull();
  });
});
