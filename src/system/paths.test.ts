import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ancestors, display, joinNul, listPaths, splitNul } from './paths.ts';

describe('paths', () => {
  const cases: [Buffer, string][] = [
    [Buffer.from('plain/café €😀'), 'plain/café €😀'],
    [Buffer.from([0x61, 0xff, 0x62]), 'a\\xffb'],
    [Buffer.from([0xc3]), '\\xc3'],
    [Buffer.from([0xc0, 0xaf]), '\\xc0\\xaf'],
    [Buffer.from([0xed, 0xa0, 0x80]), '\\xed\\xa0\\x80'],
    [Buffer.from('a\nb\x1b[31m'), 'a\\x0ab\\x1b[31m'],
  ];
  for (const [bytes, text] of cases) {
    test(`${bytes.toString('hex')} is shown as ${text}`, () => expect(display(bytes.toString('latin1'))).toBe(text));
  }

  test('UTF-8 is shown as it is, and every byte comes through', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!/[\x00-\x1f\x7f-\x9f\ufffd\ud800-\udfff]/u.test(text));
        expect(display(Buffer.from(text).toString('latin1'))).toBe(text);
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ minLength: 1 })), (names) => {
        const paths = names.map((name) => Buffer.from(name.map((byte) => byte || 1)).toString('latin1'));
        expect(splitNul(joinNul(paths))).toEqual(paths);
      }),
    );
  });

  test('ancestors and lists', () => {
    expect(ancestors('a/b/c')).toEqual(['a', 'a/b']);
    expect(ancestors('a')).toEqual([]);
    expect(listPaths(['a', 'b', 'c'], 2)).toBe('a, b and 1 more');
  });
});
