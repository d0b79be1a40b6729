import { expect, test } from 'vitest';
import { type Candidate, chooseHeldOut } from './choose-held-out.ts';

const tests = (passing: number, failing = 0): Candidate[] =>
  Array.from({ length: passing + failing }, (_, n) => ({
    ...{ test: `test/a.js › t${n}`, path: 'test/a.js' },
    ...{ failed: n >= passing, group: 'test/a.js', groupSize: passing + failing },
  }));
const counts = (asked: string[], candidates: Candidate[], seed = 's') => {
  const chosen = chooseHeldOut(asked, candidates, seed);
  const failed = candidates.filter((one) => one.failed && chosen.includes(one.test)).length;
  return [chosen.length, failed];
};

test.each<[string, string[], Candidate[], [number, number]]>([
  ['a share', ['30%'], tests(10), [3, 0]],
  ['a number', ['4'], tests(10), [4, 0]],
  ['a share, with some that fail', ['30%'], tests(10, 10), [6, 3]],
  ['all, but half of those that fail', ['100%'], tests(10, 10), [15, 5]],
  ['one of two that fail', ['10%'], tests(10, 2), [1, 1]],
  ['none if one fails', ['50%'], tests(1, 1), [1, 0]],
  ['all of a file but one', ['100%'], tests(3), [2, 0]],
  ['by a part of the name', ['t1'], tests(3), [1, 0]],
  ['by their file', ['test/*.js'], tests(5), [4, 0]],
  ['by their folder', ['test/'], tests(5), [0, 0]],
  ['by all files below', ['**/a.js'], tests(5), [4, 0]],
  ['more than there are', ['99'], tests(5), [4, 0]],
])('%s', (_, asked, candidates, expected) => {
  expect(counts(asked, candidates)).toEqual(expected);
});

test('the seed chooses, and chooses the same again', () => {
  const choose = (seed: string) => chooseHeldOut(['30%'], tests(40), seed);
  expect(choose('a')).toEqual(choose('a'));
  expect(choose('a')).not.toEqual(choose('b'));
});
