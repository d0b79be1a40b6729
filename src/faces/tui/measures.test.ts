import { expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import { testsVerdict } from '../../testing/builders.ts';
import { measuresOf } from './measures.ts';

test.each([
  [0, 0, 'none counted'],
  [3, 5, '3/5, incomplete run'],
])('%d of %d tests of an incomplete run: %s', (passed, total, value) => {
  const verdicts = [{ ...testsVerdict(passed, total), partial: true as const }];
  const state = scoredLoop({ iterations: [{ score: 0.5, verdicts }] });
  expect(measuresOf(state, state.iterations[1])[0]).toEqual({ name: 'tests', value, delta: null, better: null });
});
