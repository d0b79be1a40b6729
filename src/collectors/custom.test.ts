import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCustom } from './custom.ts';

const readSize = (text: string, exitCode: number | null = 0) => readCustom('size', { text, exitCode });

describe('a custom metric', () => {
  it.each<[string, Record<string, number>]>([
    ['42', { size: 42 }],
    ['-0.5\n', { size: -0.5 }],
    ['building…\n240.5\n', { size: 240.5 }],
    ['12\n240.5 kB\n', { size: 240.5 }],
    ['bundle size: 1,234,567 bytes\n', { size: 1234567 }],
    ['coverage = 85 %\nDone.\n', { size: 85 }],
    ['\u001b[32m17\u001b[0m\n', { size: 17 }],
    ['1e3', { size: 1000 }],
    ['throughput: 3.5 req/s', { size: 3.5 }],
    ['{"kb": 3, "gzip": {"kb": 1.5}, "name": "x", "ok": true}', { size_kb: 3, size_gzip_kb: 1.5 }],
    ['{"value": 7}', { size: 7 }],
    ['> build\n\n{"a-b": 2}\n', { size_a_b: 2 }],
    ['{\n "a": 1\n}\n', { size_a: 1 }],
  ])('%j', (text, expected) => {
    expect(readSize(text)).toEqual(expected);
  });

  it.each([
    ['', 0, 'custom.size: the command printed no number'],
    ['no number here', 0, 'custom.size: the command printed no number'],
    ['v1.2.3', 0, 'custom.size: the command printed no number'],
    ['2026-11-15', 0, 'custom.size: the command printed no number'],
    ['took 3 of 5 steps', 0, 'custom.size: the command printed no number'],
    ['{"a": "b"}', 0, 'custom.size: the command printed no number'],
    ['[1, 2]', 0, 'custom.size: the command printed no number'],
    ['42', 1, 'custom.size: the command failed (exit 1)'],
    ['42', null, 'custom.size: the command did not finish'],
  ])('is unknown: %j, exit %s', (text, exitCode, sentence) => {
    expect(readSize(text, exitCode)).toBe(sentence);
  });

  it('never throws and only returns numbers', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.double().map(String)), (text) => {
        const result = readSize(text);
        if (typeof result !== 'string')
          for (const value of Object.values(result)) expect(value).toSatisfy(Number.isFinite);
      }),
    );
  });
});
