import { expect, test } from 'vitest';
import { distance, nearest, suggest, suggestByBeginning } from './nearest.ts';

test.each([
  ['', '', 0],
  ['same', 'same', 0],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['cat', 'cart', 1],
  ['cart', 'cat', 1],
  ['cat', 'cut', 1],
  ['kitten', 'sitting', 3],
  ['ab', 'ba', 2],
])('from %s to %s it takes %s', (from, to, changes) => {
  expect(distance(from, to)).toBe(changes);
});

test('the candidate that takes the fewest, the earlier of equals', () => {
  const named = (name: string) => ({ name });
  const candidates = ['stalled', 'stuck', 'stack'].map(named);
  expect(nearest('stuk', candidates, ({ name }) => name)).toEqual(named('stuck'));
  expect(nearest('stck', candidates, ({ name }) => name)).toEqual(named('stuck'));
});

test('of none there is none', () => {
  expect(nearest('a', [], String)).toBeNull();
});

test.each([
  ['stats', 'status'],
  ['statsu', 'status'],
  ['RESUME', 'resume'],
  ['lst', 'list'],
  ['banana', null],
  ['', null],
])('for %s, %s is meant', (word, expected) => {
  expect(suggest(word, ['status', 'resume', 'list'])).toBe(expected);
});

test('a mistyped beginning is enough of a long name', () => {
  const ids = ['make-npm-test-pass-887056b3', 'fix-the-build-0011aabb'];
  expect(suggestByBeginning('make-nmp-te', ids)).toBe(ids[0]);
  expect(suggestByBeginning('fix-teh', ids)).toBe(ids[1]);
  expect(suggestByBeginning('something-else', ids)).toBeNull();
  expect(suggest('fix-teh', ids)).toBeNull();
});
