import { expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import type { LoopState } from './state.ts';
import { lineTo } from './state.ts';

/** A state whose iterations start from these. */
function withParents(parents: readonly (number | null)[]): LoopState {
  const state = scoredLoop({ iterations: [] });
  const [baseline] = state.iterations;
  if (!baseline) throw new Error('there is no baseline');
  return { ...state, iterations: parents.map((parent, n) => ({ ...baseline, n, parent })) };
}

test.each<[string, (number | null)[], number, number[]]>([
  ['one after the other', [null, 0, 1, 2], 3, [3, 2, 1]],
  ['past what was rolled back', [null, 0, 1, 1], 3, [3, 1]],
  ['the baseline has none', [null, 0], 0, []],
  ['one that does not exist', [null, 0], 5, []],
  ['a parent that is unknown', [null, null], 1, [1]],
])('%s', (_, parents, n, line) => {
  expect(lineTo(withParents(parents), n).map((one) => one.n)).toEqual(line);
});

test('however long the line is', () => {
  const parents = Array.from({ length: 50_000 }, (_, n) => (n === 0 ? null : n - 1));
  expect(lineTo(withParents(parents), 49_999)).toHaveLength(49_999);
});
