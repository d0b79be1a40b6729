import { describe, expect, test } from 'vitest';
import type { Failure } from './failure.ts';
import { headline, showFailures } from './show.ts';

const aFailure = (title: string, message: string[], over: Partial<Failure> = {}): Failure => ({
  name: title,
  title,
  message,
  location: null,
  source: null,
  ...over,
});

describe('the most informative line', () => {
  test.each<[string, string[], string]>([
    ['names an error', ['first', '  TypeError: x is no function', 'last'], 'TypeError: x is no function'],
    ['names a panic', ['first', "thread panicked at 'x': y"], "thread panicked at 'x': y"],
    ['an error before an expectation', ['expected 1', 'RangeError: too far'], 'RangeError: too far'],
    ['tells an expectation', ['first', 'expected 1 to be 2'], 'expected 1 to be 2'],
    ['tells an assertion', ['first', '  assert x == y'], 'assert x == y'],
    ['tells a comparison', ['first', 'a !== b'], 'a !== b'],
    ['is the first where none does', ['  first ', 'last'], 'first'],
    [
      'goes on where it announces something',
      ['AssertionError: values differ:', ' + a', ' - b'],
      'AssertionError: values differ: + a - b',
    ],
    ['by four lines at most', ['expected:', 'a', 'b', 'c', 'd', 'e'], 'expected: a b c d'],
    ['does not go on otherwise', ['expected 1', 'got 2'], 'expected 1'],
    ['is empty of nothing', [], ''],
  ])('%s', (_, message, line) => {
    expect(headline(aFailure('t', message))).toBe(line);
  });
});

describe('failures within so many characters', () => {
  const two = [aFailure('● one', ['expected 1']), aFailure('● two', ['expected 2'])];
  const all = () => showFailures(two, 10_000) as string;

  test('whole, if they fit to the character', () => {
    const whole = all();
    expect(whole).toBe('● one\nexpected 1\n● two\nexpected 2');
    expect(showFailures(two, whole.length)).toBe(whole);
    expect(showFailures(two, whole.length - 1)).not.toBe(whole);
  });

  test('the first, and how many there are more', () => {
    const many = Array.from({ length: 9 }, (_, n) => aFailure(`● test ${n}`, [`expected ${n} to be something else`]));
    const text = showFailures(many, 150) ?? '';
    expect(text.length).toBeLessThanOrEqual(150);
    expect(text).toMatch(/^● test 0\nexpected 0 to be something else/);
    const [, left] = /…\[truncated: (\d) more failures\]…$/.exec(text) ?? [];
    expect(Number(left) + (text.match(/● test/g)?.length ?? 0)).toBe(9);
  });

  test('one that is left out is mentioned in the singular', () => {
    const long = [aFailure('● one', ['expected 1']), aFailure('● two', [`expected ${'2'.repeat(90)}`])];
    expect(showFailures(long, 80)).toMatch(/\n…\[truncated: 1 more failure\]…$/);
  });

  test('nothing, if not even the first fits', () => {
    expect(showFailures([aFailure('● one', ['expected 1'])], 3)).toBeNull();
  });

  test.each<[string, Failure, number, string]>([
    [
      'its place and its source',
      aFailure('t', ['expected 1'], { location: 'a.js:1', source: 'f(1)' }),
      99,
      't\nexpected 1\n  at a.js:1\n  > f(1)',
    ],
    [
      'without the source where room is short',
      aFailure('t', ['expected 1'], { location: 'a.js:1', source: 'f(1)' }),
      30,
      't\nexpected 1\n  at a.js:1',
    ],
    [
      'the telling line where it is shorter',
      aFailure('t', ['a', 'expected 1', 'b', 'c'], { location: 'a.js:1' }),
      22,
      't\nexpected 1 (a.js:1)',
    ],
    [
      'only line and place where it is shortest',
      aFailure('title', ['a', 'expected 1'], { location: 'a.js:1' }),
      20,
      'expected 1 at a.js:1',
    ],
    [
      'a place that the message tells is told once',
      aFailure('t', ['expected 1 at a.js:1'], { location: 'a.js:1' }),
      99,
      't\nexpected 1 at a.js:1',
    ],
    ['no title where there is none', aFailure('', ['expected 1']), 99, 'expected 1'],
    [
      'twelve lines of a message',
      aFailure(
        't',
        Array.from({ length: 14 }, () => 'x'),
      ),
      99,
      `t\n${'x\n'.repeat(12)}  … 2 more lines`,
    ],
    ['a long line is cut', aFailure('t', ['y'.repeat(300)]), 999, `t\n${'y'.repeat(199)}…`],
  ])('one with %s', (_, failure, room, text) => {
    expect(showFailures([failure], room)).toBe(text);
  });
});
