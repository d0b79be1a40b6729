import { describe, expect, test } from 'vitest';
import { isContext, isForeign, isFrame, isUninformative, placeIn, pointedSource } from './lines.ts';

describe('a place in a line', () => {
  test.each<[string, string | null]>([
    ['    at f (src/a.js:4:2)', 'src/a.js:4:2'],
    ['./src/a.js:4', 'src/a.js:4'],
    ['file:///home/me/a.mjs:4:2', '/home/me/a.mjs:4:2'],
    ['  File "a.py", line 4, in f', 'a.py:4'],
    ['[ERROR] Calc.java:[7,31] not found', 'Calc.java:7:31'],
    ['src/a.ts(2,5): error TS2304', 'src/a.ts:2:5'],
    ['src/a.ts: wrong (2:5)', 'src/a.ts:2:5'],
    ['nothing of the kind', null],
    ['it took 12:30', null],
  ])('%s', (line, place) => {
    expect(placeIn(line)).toBe(place);
  });
});

describe('a frame', () => {
  test.each([
    ['    at f (src/a.js:4:2)', true],
    [' ❯ src/a.test.js:4:2', true],
    ['  File "a.py", line 4, in f', true],
    ['a.py:4: AssertionError', true],
    ['expected a.js:4 to be there', false],
    ['    at f', false],
  ])('%s: %s', (line, frame) => {
    expect(isFrame(line)).toBe(frame);
  });

  test.each([
    ['    at f (node_modules/x/a.js:4:2)', true],
    ['    at node:internal/x:1:2', true],
    ['  File "/usr/lib/python3/site-packages/x.py", line 4', true],
    ['    at org.junit.Assert.fail(Assert.java:4)', true],
    ['    at f (src/a.js:4:2)', false],
  ])('of others: %s: %s', (line, foreign) => {
    expect(isForeign(line)).toBe(foreign);
  });
});

describe('the source that a runner points at', () => {
  test.each<[string, string[], string | null]>([
    ['marked', ['  3 | a', '> 4 | f(1)', '  5 | b'], 'f(1)'],
    ['with a caret beneath', ['  4 | f(1)', '    | ^'], 'f(1)'],
    ['not of a traceback', ['Traceback (most recent call last):', '  f(1)', '  ^^^'], null],
    ['not a difference', ['- expected', '  ^'], null],
    ['none', ['a', 'b'], null],
    ['a caret with nothing above', ['^', 'a'], null],
  ])('%s', (_, lines, source) => {
    expect(pointedSource(lines)).toBe(source);
  });

  test.each([
    ['  3 | a', true],
    ['    | ^', true],
    ['   ^~~~', true],
    ['expected 3', false],
  ])('is context: %s: %s', (line, context) => {
    expect(isContext(line)).toBe(context);
  });
});

test.each([
  ['  ---', true],
  ['- Expected', true],
  ['  duration_ms: 3', true],
  ['Traceback (most recent call last):', true],
  ['{', true],
  ['', true],
  ['expected 1 to be 2', false],
])('is uninformative: %j: %s', (line, nothing) => {
  expect(isUninformative(line)).toBe(nothing);
});
