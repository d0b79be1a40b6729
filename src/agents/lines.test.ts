import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineReader } from './lines.ts';

function linesOf(pieces: readonly Buffer[], maxLine?: number): string[] {
  const lines: string[] = [];
  const reader = lineReader((line) => lines.push(line), maxLine);
  for (const piece of pieces) reader.write(piece);
  reader.end();
  return lines;
}

test('lines are assembled from chunks split anywhere, even inside a character', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.integer({ min: 1, max: 7 }), (texts, size) => {
      const lines = texts.map((text) => text.replace(/[\r\n]/g, ' '));
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
        bytes.subarray(n * size, (n + 1) * size),
      );
      expect(linesOf(pieces)).toEqual(lines);
    }),
  );
});

test('the last line may lack a line break, and Windows line breaks are accepted', () => {
  expect(linesOf([Buffer.from('a\r\nb')])).toEqual(['a', 'b']);
});

test('a line that never ends is passed on in pieces', () => {
  expect(linesOf([Buffer.alloc(10, 'x'), Buffer.alloc(10, 'x')], 8).join('')).toBe('x'.repeat(20));
});
