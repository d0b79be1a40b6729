import { expect, test } from 'vitest';
import { aFinding, type Judged, judgedLoop, theSettings } from '../../testing/builders.ts';
import { unmeasured } from '../metrics/metrics.ts';
import { bestOf } from './best.ts';
import { selectionOf } from './selection.ts';

const scored = (...scores: number[]): Judged[] => scores.map((score) => ({ score }));

function select(iterations: Judged[]) {
  const state = judgedLoop(iterations);
  return selectionOf({ ...state, best: bestOf(state) });
}

test('0.65, 0.82, 0.88, 0.85, 0.81: the third is kept, and the report says what the last would have cost', () => {
  expect(select(scored(0.65, 0.82, 0.88, 0.85, 0.81))).toMatchObject({
    selected: 3,
    final: 5,
    difference: 0.07,
    percent: 8.6,
    degradation: { began: 4, pattern: 'over-refinement', iterationsAfterPeak: 2, loss: -7.95 },
  });
});

test.each([
  { what: 'the last is the best', scores: [0.5, 0.6], degradation: null },
  { what: 'up and down again', scores: [0.5, 0.8, 0.7, 0.75], degradation: { pattern: 'oscillation', began: 3 } },
  { what: 'it fell apart', scores: [0.8, 0.3], degradation: { pattern: 'collapse', loss: -62.5 } },
  { what: 'a quarter was lost', scores: [0.8, 0.6], degradation: { pattern: 'collapse', loss: -25 } },
  { what: 'a little less than that', scores: [0.8, 0.61], degradation: { pattern: 'over-refinement' } },
  { what: 'it fell and came back to the peak', scores: [0.8, 0.7, 0.8], degradation: null },
  {
    what: 'it stood a while and fell then',
    scores: [0.8, 0.8, 0.75, 0.75],
    degradation: { pattern: 'over-refinement', began: 3, iterationsAfterPeak: 3, loss: -6.25 },
  },
  { what: 'there was nothing to lose', scores: [0, 0], degradation: null },
])('the pattern, when $what', ({ scores, degradation }) => {
  const selection = select(scored(...scores));
  if (degradation === null) expect(selection?.degradation).toBeNull();
  else expect(selection?.degradation).toMatchObject(degradation);
});

test('one that a person rejected is held back, and is not said to be unverified', () => {
  const state = judgedLoop([{ score: 0.6 }, { score: 0.9 }]);
  const answer = { iteration: 2, about: ['hook:2'], reason: null, by: 'command', person: null };
  const rejection = [{ ...answer, at: 0, word: 'reject' as const }];
  const selection = selectionOf({ ...state, said: rejection, best: 1 });
  expect(selection?.trajectory.map((one) => one.rejected)).toEqual([false, true]);
  expect(selection?.rationale).toContain('iteration 2 scored 0.90 but was rejected');
});

test('says why a higher score was not kept', () => {
  const selection = select([
    { score: 0.6, verified: true },
    { score: 0.9 },
    { score: 0.95, over: { findings: [aFinding()] } },
  ]);
  expect(selection?.selected).toBe(1);
  expect(selection?.rationale).toEqual([
    'every criterion holds at iteration 1',
    'iteration 2 scored 0.90 but is not verified',
    'iteration 3 scored 0.95 but has unresolved findings',
  ]);
});

test('an unknown score makes no percentage', () => {
  expect(select([{ score: 0.6 }, { score: null }])).toMatchObject({ selected: 1, difference: null, percent: null });
});

test('if nothing was better than before, that is what it says', () => {
  expect(select(scored(0.1))?.rationale).toContain('no iteration was better than the original tree');
});

test('the trajectory lists what was judged, with what blocks or does not hold', () => {
  const selection = select([
    { score: 0.6, verified: true },
    { score: 0.5, over: { findings: [aFinding()] } },
    { score: 0.9, over: { decision: null } },
  ]);
  expect(selection?.trajectory).toEqual([
    { iteration: 1, score: 0.6, worth: 0.6, verified: true, rejected: false },
    { iteration: 2, score: 0.5, worth: 0.5, verified: false, rejected: true },
  ]);
  expect(selection?.final).toBe(2);
});

test('the rationale names the score, the tests and the fall', () => {
  const tests = { total: 4, passed: 4, failed: 0, skipped: 0 };
  const selection = select([
    { score: 0.8, verified: true, over: { metrics: { ...unmeasured, tests } } },
    { score: 0.7, verified: true },
  ]);
  expect(selection?.rationale).toEqual([
    'every criterion holds at iteration 1',
    'the highest score, 0.80',
    'all tests pass (4/4)',
    'quality fell from iteration 2 on (-12.5 %)',
  ]);
});

test('tests that do not all pass are no reason', () => {
  const tests = { total: 4, passed: 3, failed: 1, skipped: 0 };
  const selection = select([{ score: 0.8, over: { metrics: { ...unmeasured, tests } } }]);
  expect(selection?.rationale).toEqual(['the highest score, 0.80']);
});

test('before any iteration the baseline is selected and final', () => {
  expect(select([])).toMatchObject({
    selected: 0,
    final: 0,
    trajectory: [],
    difference: 0,
    percent: 0,
    degradation: null,
  });
  expect(selectionOf(judgedLoop([]))).not.toBeNull();
  expect(selectionOf({ ...judgedLoop([{ score: 0.3 }]), best: null })).toBeNull();
});

test('a final score of nothing makes no percentage', () => {
  expect(select(scored(0.5, 0))).toMatchObject({ difference: 0.5, percent: null });
});

test.each([
  {
    mode: 'minimize' as const,
    sizes: [300, 150, 200],
    best: 'the lowest objective, 150',
    objective: { selected: 150, final: 200, difference: -50, percent: -25 },
  },
  {
    mode: 'maximize' as const,
    sizes: [150, 300, 200],
    best: 'the highest objective, 300',
    objective: { selected: 300, final: 200, difference: 100, percent: 50 },
  },
])('$mode: the number decided, and the report is on the number', ({ mode, sizes, best, objective }) => {
  const sized = sizes.map((size, index) => ({
    score: 0.9 + index / 100,
    verified: true,
    over: { metrics: { ...unmeasured, custom: { objective: size } } },
  }));
  const state = judgedLoop(sized, theSettings({ goal: { mode, command: 'size' } }));
  const selection = selectionOf({ ...state, best: bestOf(state) });
  expect(selection).toMatchObject({
    selected: 2,
    final: 3,
    objective,
    degradation: { began: 3, loss: expect.any(Number) },
  });
  expect(selection?.degradation?.loss).toBeLessThan(0);
  expect(selection?.rationale).toContain(best);
  expect(selection?.rationale.join()).not.toMatch(/score|quality/);
});
