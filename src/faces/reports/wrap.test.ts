import { expect, test } from 'vitest';
import { clip, columnsOf, columnWidths, padEnd, padStart, takeColumns, takeLastColumns } from './columns.ts';
import { wrapLines, wrapText } from './wrap.ts';

test.each([
  ['plain', 5],
  ['修复测试', 8],
  ['テスト', 6],
  ['한국어', 6],
  ['👍🏽', 2],
  ['👨‍👩‍👧', 2],
  ['e\u0301', 1],
  ['✓ … →', 5],
  ['', 0],
])('%s takes %s columns', (text, columns) => expect(columnsOf(text)).toBe(columns));

test.each([
  ['修复测试', 5, '修复', '测试'],
  ['a👨‍👩‍👧b', 2, 'a', 'b'],
  ['a👨‍👩‍👧b', 3, 'a👨‍👩‍👧', '👨‍👩‍👧b'],
  ['plain', 2, 'pl', 'in'],
  ['plain', 0, '', ''],
  ['修复', -1, '', ''],
])('of %s, %s columns are taken whole', (text, columns, first, last) => {
  expect(takeColumns(text, columns)).toBe(first);
  expect(takeLastColumns(text, columns)).toBe(last);
});

test('cells line up', () => {
  const rows = [
    ['修复', 'a'],
    ['fix', '👍👍'],
  ];
  expect(columnWidths(rows)).toEqual([4, 4]);
  expect([padEnd('修复', 6), padStart('修复', 6), padEnd('修复', 3)]).toEqual(['修复  ', '  修复', '修复']);
});

test.each([
  ['shorter', 7, 'shorter'],
  ['longer', 5, 'long…'],
  ['修复测试', 8, '修复测试'],
  ['修复测试', 7, '修复测…'],
  ['修复测试', 6, '修复…'],
  ['longer', 0, '…'],
])('%s in %s columns: %s', (text, columns, shown) => expect(clip(text, columns)).toBe(shown));

test.each<[string, number, string[]]>([
  ['', 10, []],
  [' \n ', 10, []],
  ['one  two\nthree', 8, ['one two', 'three']],
  ['see /a/very/long/path now', 8, ['see', '/a/very/long/path', 'now']],
  ['让 所有 测试 通过', 9, ['让 所有', '测试 通过']],
  ['让所有的测试通过', 6, ['让所有', '的测试', '通过']],
  ['test 👍👍 and 👎', 9, ['test 👍👍', 'and 👎']],
  ['one two', 0, ['one', 'two']],
])('%j in %s columns', (text, columns, lines) => expect(wrapText(text, columns)).toEqual(lines));

test('a line that is too long breaks between words, below its indentation', () => {
  const text = '#1  agent 6.0 s, 1 file  npm test ✗ exit 1, 2 of 3 tests failed  best\n   why: nothing';
  expect(wrapLines(text, 80)).toBe(text);
  expect(wrapLines(text, 50)).toBe(
    '#1  agent 6.0 s, 1 file  npm test ✗ exit 1, 2\n   of 3 tests failed  best\n   why: nothing',
  );
  expect(wrapLines(`   note: ${'word '.repeat(4)}`, 20)).toBe('   note: word\n      word word word');
});
