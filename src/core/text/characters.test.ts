import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutAfter, cutBefore, length } from './characters.ts';

test('a cut keeps whole characters, from either end', () => {
  expect(cutAfter('ab👨‍👩‍👧‍👦cd', 3)).toBe('ab');
  expect(cutAfter('ab👨‍👩‍👧‍👦cd', 9)).toBe('ab👨‍👩‍👧‍👦');
  expect(cutBefore('ab👨‍👩‍👧‍👦cd', 3)).toBe('cd');
});

test('any text: a beginning and an end, within the room', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), fc.nat(60), (text, room) => {
      expect(text.startsWith(cutAfter(text, room))).toBe(true);
      expect(text.endsWith(cutBefore(text, room))).toBe(true);
      expect(length(cutAfter(text, room))).toBeLessThanOrEqual(room);
      if (length(text) <= room) expect(cutAfter(text, room)).toBe(text);
    }),
  );
});
