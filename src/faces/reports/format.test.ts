import { expect, test } from 'vitest';
import { testsVerdict } from '../../testing/builders.ts';
import { clockTime, duration } from './format.ts';
import { linesOf } from './html/sources.ts';
import { testsText } from './tests-text.ts';

const noon = new Date(2026, 10, 15, 12, 0).getTime();

test.each([
  [999, '999 ms'],
  [1500, '1.5 s'],
  [59_949, '59.9 s'],
  [59_960, '1 min 0 s'],
  [179_600, '3 min 0 s'],
  [3_599_900, '1 h 0 min'],
])('%i ms are %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test.each([
  [new Date(2026, 10, 15, 17, 5).getTime(), '17:05'],
  [new Date(2026, 10, 16, 0, 30).getTime(), '2026-11-16 00:30'],
])('a time of today is told without its date', (at, text) => {
  expect(clockTime(at, noon)).toBe(text);
});

test.each([
  ['a\nb\n', ['a', 'b']],
  ['a\nb', ['a', 'b', '\\ No newline at end of file']],
  ['\n', ['']],
  ['', []],
  [null, null],
])('the lines of %j have no phantom at their end', (text, lines) => {
  expect(linesOf(text)).toEqual(lines);
});

test.each([
  ['c1.log', 'c1.log', '2/3'],
  ['c1.log', 'c2.log', '4/6'],
  [null, null, '4/6'],
])('the tests of one run (%s, %s) are told once', (one, other, text) => {
  const verdicts = [one, other].map((outputFile) => ({ ...testsVerdict(2, 3), outputFile }));
  expect(testsText(verdicts)).toBe(text);
});
