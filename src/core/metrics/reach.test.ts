import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { lineRanges, linesByTestFile, linesIn, mergeReach } from './reach.ts';

describe('lines as ranges', () => {
  test.each([
    [[], ''],
    [[4], '4'],
    [[3, 1, 2, 2], '1-3'],
    [[1, 2, 5, 7, 8], '1-2,5,7-8'],
  ])('%j is %j', (lines, ranges) => {
    expect(lineRanges(lines)).toBe(ranges);
  });

  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 300 })), (lines) => {
        expect(linesIn(lineRanges(lines))).toEqual([...lines].sort((a, b) => a - b));
      }),
    );
  });
});

test('several runs reach what any of them does, and a run without a report adds nothing', () => {
  const one = { 'a.test.js': { 'a.js': '1-2' } };
  const other = { 'a.test.js': { 'a.js': '2-3', 'b.js': '9' }, '': { 'a.js': '7' } };
  expect(mergeReach([null, one, undefined])).toEqual(one);
  expect(mergeReach([one, other])).toEqual({ 'a.test.js': { 'a.js': '1-3', 'b.js': '9' }, '': { 'a.js': '7' } });
  expect(mergeReach([null])).toBeNull();
});

test('the lines of each test file are counted; those of no test file are nobody’s', () => {
  const reach = {
    'a.test.js': { 'a.js': '1-2' },
    'b.test.js': { 'a.js': '1-4', 'b.js': '6' },
    'c.test.js': {},
    '': { 'a.js': '1-9' },
  };
  expect(Object.entries(linesByTestFile(reach))).toEqual([
    ['b.test.js', 5],
    ['a.test.js', 2],
    ['c.test.js', 0],
  ]);
});
