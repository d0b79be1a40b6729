import { expect, test } from 'vitest';
import { testsVerdict } from '../../testing/builders.ts';
import { clockTime, testsText } from './format.ts';
import { linesOf } from './html/sources.ts';

const noon = new Date(2026, 10, 15, 12, 0).getTime();

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
