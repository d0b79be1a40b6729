import { expect, test } from 'vitest';
import { sourceLines, tidyTokens } from './finding/source-lines.ts';

const content = `test('a', () => {
  expect(total(1, [2])).toBe('x');
});
test('b', () => {
  expect(
    total(1, [2]),
  ).toBe(3);
  expect(total(1, [2])).toBe('x');
});
`;

test('a finding shows the lines of the file, the nearest ones if they stand there twice', () => {
  const tokens = 'expect ( total ( 1 , [ 2 ] ) ) . toBe ( "x" )';
  expect(sourceLines(tokens, content, 2)).toBe("expect(total(1, [2])).toBe('x');");
  expect(sourceLines('expect ( total ( 1 , [ 2 ] , ) . toBe ( 3 )', content, 5)).not.toContain(' . ');
  expect(sourceLines('total ( 1 , [ 2 ] ) , ) . toBe ( 3 )', content, 5)).toBe('  total(1, [2]),\n).toBe(3);');
  expect(sourceLines('already(as, it) // is', content, 1)).toBe('already(as, it) // is');
});

test('tokens that stand nowhere are spaced as people write code; sentences stay as they are', () => {
  expect(tidyTokens('expect ( f ( a , b ) [ 0 ] ) . toEqual ( { x : 1 } )')).toBe(
    'expect(f(a, b) [0]).toEqual({ x : 1 })',
  );
  const sentence = 'The threshold fell from 100 (of 100) to 99. But it may be set elsewhere, in [tool.x].';
  expect(tidyTokens(sentence)).toBe(sentence);
});
