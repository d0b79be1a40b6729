import { expect, test } from 'vitest';
import { printed } from './printed.ts';

test.each([
  ['a text', 'one\ntwo\n', 'one\ntwo'],
  ['the last lines of a long one', 'a\nb\nc\nd\ne\nf\n\ng', 'c\nd\ne\nf\ng'],
  ['blocks with text', [{ type: 'text', text: 'one' }, 'two'], 'one\ntwo'],
  ['blocks with content', [{ type: 'content', content: { type: 'text', text: 'one' } }], 'one'],
  ['escape codes', '\u001b[31mred\u001b[0m', 'red'],
  ['a progress bar', '1 %\r50 %\r100 %\n', '100 %'],
])('what a tool printed, from %s', (_, value, output) => expect(printed(value)).toEqual({ output }));

test.each([null, undefined, '', ' \n', [], [{ type: 'image' }], 7])('nothing was printed in %j', (value) =>
  expect(printed(value)).toEqual({}),
);

test('a line of a megabyte is cut', () => expect(printed('x'.repeat(1_000_000)).output).toHaveLength(200));
