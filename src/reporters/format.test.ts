import { expect, test } from 'vitest';
import { clockTime } from './format.ts';
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
