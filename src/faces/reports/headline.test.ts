import { expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import type { IterationState } from '../../core/state/state.ts';
import { aVerdict, testsVerdict } from '../../testing/builders.ts';
import { failingText, type Headline, headlineOf } from './headline.ts';
import { testsLine } from './tests-text.ts';

const of21 = (failed: number) => [testsVerdict(21 - failed, 21)];

test('failing tests come first: on the way from the baseline to what is kept, without what was rolled back', () => {
  const state = scoredLoop({
    baseline: { score: 0.9, verdicts: of21(4) },
    iterations: [
      { score: 0.93, verdicts: of21(2) },
      { score: 0.91, verdicts: of21(9), decision: { action: 'rollback', reason: 'worse' } },
      { score: 0.94, verdicts: of21(2) },
      { score: 0.99, verdicts: of21(0) },
    ],
  });
  const headline = headlineOf(state) as Headline;
  expect(failingText(headline)).toBe('4 → 2 → 0 of 21');
  expect(headline).toMatchObject({ quality: '0.90 → 0.99', done: true });
});

test('a long way is shortened in the middle', () => {
  const failing = Array.from({ length: 30 }, (_, n) => 29 - n);
  expect(failingText({ failing, total: 40, quality: null, done: true })).toBe('29 → 28 → 27 → … → 3 → 2 → 1 → 0 of 40');
});

test('without tests only the quality is known, and nothing before the baseline', () => {
  const state = scoredLoop({ baseline: { score: 0.5, verdicts: [aVerdict()] }, iterations: [{ score: 0.6 }] });
  const headline = headlineOf(state) as Headline;
  expect(failingText(headline)).toBeNull();
  expect(headline.quality).toBe('0.50 → 0.60');
  expect(headlineOf({ ...state, best: null })).toBeNull();
});

test('a run that counted nothing says nothing of failing tests', () => {
  const none = [{ ...testsVerdict(0, 0), partial: true as const }];
  const state = scoredLoop({ baseline: { score: 0.5, verdicts: none }, iterations: [{ score: 0.6, verdicts: none }] });
  expect(failingText(headlineOf(state) as Headline)).toBeNull();
  expect(testsLine(state.iterations[1] as IterationState, state)).toBe('no tests counted');
});

test('the failing tests of an incomplete run are unknown', () => {
  const verdicts = [{ ...testsVerdict(5, 21), partial: true as const }];
  const state = scoredLoop({ baseline: { score: 0.5, verdicts }, iterations: [{ score: 0.9, verdicts: of21(3) }] });
  expect(failingText(headlineOf(state) as Headline)).toBe('3 of 21');
});
