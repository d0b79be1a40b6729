import { expect, test } from 'vitest';
import { aFinding, type Judged, judgedLoop } from '../testing/builders.ts';
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
])('the pattern, when $what', ({ scores, degradation }) => {
  const selection = select(scored(...scores));
  if (degradation === null) expect(selection?.degradation).toBeNull();
  else expect(selection?.degradation).toMatchObject(degradation);
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

test('where nothing was better than before, that is what it says', () => {
  expect(select(scored(0.1))?.rationale).toContain('no iteration was better than the tree from before');
});
