import { expect, test } from 'vitest';
import { estimateTokens } from './tokens.ts';

test.each([
  ['', 0],
  ['word', 1],
  ['words', 1],
  ['wordss', 2],
  ['two words', 2],
  ['two  words', 3],
  ['two\nwords', 3],
  ['123', 1],
  ['1234', 2],
  ['a.b();', 6],
  ['日本', 2],
  ['x1', 2],
])('%j is about %s', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});
