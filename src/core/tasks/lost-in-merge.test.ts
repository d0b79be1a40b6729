import { expect, test } from 'vitest';
import { lostInMerge } from './lost-in-merge.ts';

const tests = (text: string) =>
  new Map(
    text
      .split(' ')
      .filter(Boolean)
      .map((one) => [`a.test › ${one.replace('!', '')}`, one.endsWith('!') ? 'failed' : 'passed']),
  );

test.each([
  ['both sides are there', '', 'a', 'b', 'a b', ''],
  ['one side was dropped', '', 'a', 'b', 'b', 'a'],
  ['the other was dropped', '', 'a', 'b', 'a', 'b'],
  ['what stood there before both is gone', 'x', 'x a', 'x b', 'a b', 'x'],
  ['one side removed it', 'x', 'x a', 'b', 'a b', ''],
  ['it fails now', '', 'a', 'b', 'a! b', 'a'],
  ['it failed before', '', 'a!', 'b', 'b', ''],
  ['a rename is not presumed', '', 'one', 'two', 'two', 'one'],
])('%s', (_, base, ours, theirs, result, lost) => {
  const merged = { base: tests(base), ours: tests(ours), theirs: tests(theirs), result: tests(result) };
  expect(lostInMerge(merged)).toEqual([...tests(lost).keys()]);
});

test('a test that moved to another file is there; unknown tests show nothing', () => {
  const result = new Map([['b.test › a', 'passed']]);
  expect(lostInMerge({ base: null, ours: tests('a'), theirs: null, result })).toEqual([]);
  expect(lostInMerge({ base: null, ours: tests('a'), theirs: null, result: null })).toEqual([]);
});
