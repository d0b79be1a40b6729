import { expect, test } from 'vitest';
import { aFinding, aVerdict, played, testsVerdict } from '../../testing/builders.ts';
import { criteriaScore } from '../criteria/criteria-score.ts';
import { judge } from '../judge.ts';
import { type Metrics, unmeasured as nothingMeasured } from '../metrics/metrics.ts';
import type { LoopEvent } from '../state/events.ts';
import { bestOf } from './best.ts';

const pass = aVerdict({ outcome: 'pass' });
const unmeasured = aVerdict({ outcome: 'unmeasured' });

test.each([
  { of: 'one that holds', verdicts: [pass], score: 1 },
  { of: 'one that fails', verdicts: [aVerdict()], score: 0 },
  { of: 'one that could not be measured', verdicts: [unmeasured], score: null },
  { of: 'none', verdicts: [], score: null },
  { of: 'one of two', verdicts: [pass, aVerdict()], score: 0.5 },
  { of: 'one that holds and one unmeasured', verdicts: [pass, unmeasured], score: 0.5 },
  { of: 'half of the tests', verdicts: [testsVerdict(5, 10)], score: 0.475 },
  { of: 'all but one test in many', verdicts: [testsVerdict(999, 1000)], score: 0.9491 },
  {
    of: 'a failing run in which every counted test passed',
    verdicts: [aVerdict({ tests: { total: 3, passed: 3, failed: 0, skipped: 0 } })],
    score: 0.95,
  },
  {
    of: 'a part of the tests',
    verdicts: [aVerdict({ tests: { total: 3, passed: 3, failed: 0, skipped: 0 }, partial: true })],
    score: 0,
  },
  {
    of: 'only skipped tests',
    verdicts: [aVerdict({ tests: { total: 3, passed: 0, failed: 0, skipped: 3 } })],
    score: 0,
  },
])('the score of $of is $score', ({ verdicts, score }) => {
  expect(criteriaScore(verdicts)).toBe(score);
});

test.each([
  { when: 'a later one is better', passed: [3, 5], best: 2 },
  { when: 'a later one is equal', passed: [5, 5], best: 1 },
  { when: 'none is better than the baseline', passed: [2, 1], best: 0 },
])('$when: iteration $best is best', ({ passed, best }) => {
  const at = (count: number, tree: string) => ({ tree, verdicts: [testsVerdict(count, 10)] });
  const state = played(
    at(2, 'base'),
    passed.map((count, index) => at(count, `t${index}`)),
  );
  expect(judge(state, passed.length).best).toBe(best);
});

test('a verified iteration beats a higher score', () => {
  const state = played({ tree: 'a', verdicts: [testsVerdict(2, 10)] }, [
    { tree: 'b', verdicts: [testsVerdict(9, 10)] },
    { tree: 'c', verdicts: [pass] },
  ]);
  expect(judge(state, 2).best).toBe(2);
});

test('of two with the same score, the one that meets more criteria is best', () => {
  const file = (n: number, holds: boolean) => aVerdict({ criterion: `f${n}`, outcome: holds ? 'pass' : 'fail' });
  const at = (tree: string, one: boolean, two: boolean) => ({
    tree,
    verdicts: [testsVerdict(1, 4), file(1, one), file(2, two)],
  });
  const state = played(at('a', false, false), [at('b', true, false), at('c', true, true), at('d', false, true)]);
  const alike = { ...state, iterations: state.iterations.map((one) => ({ ...one, score: 0.5 })) };
  expect(bestOf(alike)).toBe(2);
});

test('of runs that were not whole, the one in which more tests were seen to pass is best', () => {
  const part = (passed: number, total: number): Metrics => ({
    ...nothingMeasured,
    tests: { total, passed, failed: total - passed, skipped: 0 },
    testsDoubt: { kind: 'collection-error', reason: 'a.test.js' },
  });
  const state = played({ tree: 'a', verdicts: [aVerdict()] }, [
    { tree: 'b', verdicts: [aVerdict()] },
    { tree: 'c', verdicts: [aVerdict()] },
    { tree: 'd', verdicts: [aVerdict()] },
  ]);
  const parts = [part(3, 9), part(3, 3), part(5, 9), part(4, 4)];
  const iterations = state.iterations.map((one, n) => ({ ...one, score: null, metrics: parts[n] ?? null }));
  expect(bestOf({ ...state, iterations })).toBe(2);
});

test('an approval makes the iteration that was shown a candidate, and those after it, but none before it', () => {
  const cheat = { verdicts: [pass], findings: [aFinding({ id: 'f9' })] };
  const iterations = [1, 2, 3].map((n) => ({ ...cheat, tree: `tree-${n}` }));
  const approving = (iteration: number): LoopEvent[] => [
    { type: 'gate-answered', answer: 'approve', iteration, blockers: ['finding:f9'], reason: 'fine', by: 'terminal' },
  ];
  const best = (later: LoopEvent[]) =>
    bestOf(played({ tree: 'start', verdicts: [aVerdict()] }, iterations, undefined, later));
  expect(best([])).toBe(0);
  expect([1, 2, 3].map((n) => best(approving(n)))).toEqual([1, 2, 3]);
});
