import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excerptOf } from './excerpt.ts';

const length = (text: string) => [...text].length;
const MARK = '…[truncated]…\n';

describe('excerpts', () => {
  test('a short output is kept, without colours and blank edges', () => {
    expect(excerptOf('\n\n\x1b[31mFAIL\x1b[39m a.test.js\r\n\n', 500)).toBe('FAIL a.test.js');
  });

  test('of a long one the end, marked, in no more characters than allowed', () => {
    const excerpt = excerptOf(`${'x'.repeat(900)}the end`, 100);
    expect(excerpt.startsWith(`${MARK}xxx`)).toBe(true);
    expect(excerpt.endsWith('the end')).toBe(true);
    expect(length(excerpt)).toBe(100);
  });

  test.each([
    ['emoji', '😀'.repeat(100)],
    ['families', '👨‍👩‍👧‍👦'.repeat(100)],
    ['flags', '🇩🇪'.repeat(100)],
    ['combining marks', 'e\u0301'.repeat(100)],
    ['jamo', '\u1112\u1161\u11ab'.repeat(100)],
  ])('never cuts %s in pieces', (_, output) => {
    const whole = [...new Intl.Segmenter().segment(output)][0]?.segment ?? '';
    for (let room = 20; room < 40; room++) {
      const excerpt = excerptOf(output, room).replace(MARK, '');
      expect(excerpt.length % whole.length).toBe(0);
      expect(output.endsWith(excerpt)).toBe(true);
    }
  });

  test('if there is no room for the mark, the bare end', () => {
    expect(excerptOf('0123456789', 3)).toBe('789');
    expect(excerptOf('0123456789', 0)).toBe('');
  });

  test('one character larger than the room is left out', () => {
    expect(excerptOf(`e${'\u0301'.repeat(500)}`, 50)).toBe(MARK);
  });

  test.each([
    [
      'npm',
      'AssertionError: 3 !== 4\n\nnpm error Lifecycle script `test` failed with error:\nnpm error code 1\nnpm error path /project\n',
    ],
    ['old npm', 'AssertionError: 3 !== 4\nnpm ERR! Test failed.  See above for more details.\n'],
    [
      'pnpm',
      'AssertionError: 3 !== 4\n\u2009ELIFECYCLE\u2009 Test failed. See above for more details.\n'.replaceAll(
        '\u2009',
        ' ',
      ),
    ],
    [
      'yarn',
      'AssertionError: 3 !== 4\nerror Command failed with exit code 1.\ninfo Visit https://yarnpkg.com/en/docs/cli/run for documentation about this command.\n',
    ],
    ['make', 'AssertionError: 3 !== 4\nmake[1]: *** [Makefile:2: test] Error 1\nmake: *** [all] Error 2\n'],
    [
      'maven',
      'AssertionError: 3 !== 4\n[ERROR] \n[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.\n[ERROR] [Help 1] http://x\n',
    ],
    ['coverage tables', 'AssertionError: 3 !== 4\n-----|-----|\nFile | % |\n-----|-----|\na.js | 9 |\n-----|-----|\n'],
  ])('the failure stays in sight: %s', (_, output) => {
    expect(excerptOf(output, 500)).toBe('AssertionError: 3 !== 4');
  });

  test.each([
    ['vitest/fail.txt', 'FAIL  a.test.js > math > async rejects'],
    ['jest/fail.txt', '● math › async rejects'],
    ['node-test/fail.txt', 'not ok 4 - async rejects'],
    ['node-test/fail.spec.txt', 'RangeError [Error]: divide by zero'],
    ['mocha/fail.txt', '3 !== 4'],
    ['pytest/fail.txt', 'test_wrong\nAssertionError: sum & <b>'],
    ['cargo/fail.txt', 'assertion `left == right` failed: sum'],
    ['maven/fail.txt', 'expected: <4> but was: <3>\n  at CalcTest.java:8'],
    ['go/fail.verbose.txt', 'calc_test.go:4: want 4'],
    ['rspec/fail.txt', 'expected: 4'],
  ])('500 characters of %s show a failure', (name, failure) => {
    const excerpt = excerptOf(
      readFileSync(join(import.meta.dirname, '../../../test/fixtures/runners', name), 'utf8'),
      500,
    );
    expect(excerpt).toContain(failure);
  });

  test('what the script runner says is kept if nothing else was said', () => {
    const output = '> x@1.0.0 lint\n> eslint .\n\nnpm error Missing script: "lnt"';
    expect(excerptOf(output, 500)).toBe(output);
    expect(excerptOf('npm error Missing script: "lnt"\n', 500)).toBe('npm error Missing script: "lnt"');
  });

  test('any text: never too long, never half a surrogate, and an excerpt of an excerpt is itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.nat(120), (output, room) => {
        const excerpt = excerptOf(output, room);
        expect(length(excerpt)).toBeLessThanOrEqual(room);
        expect(excerpt).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
        expect(length(excerptOf(excerpt, room))).toBeLessThanOrEqual(room);
      }),
    );
  });
});
