import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matchPiece } from './match-piece.ts';
import { searchFile, searchPieces } from './search-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jumar-search-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Uses small windows, so that every text spans several. */
async function search(text: string, pattern: RegExp, window = 16, overlap = 8): Promise<unknown> {
  await writeFile(join(folder, 'a.txt'), text);
  const searchPiece = async (piece: Parameters<typeof matchPiece>[0]) => matchPiece(piece, pattern);
  return searchPieces(join(folder, 'a.txt'), searchPiece, window, overlap);
}

test.each<[string, RegExp, boolean]>([
  [`${'x'.repeat(14)}needle${'x'.repeat(30)}`, /needle/, true],
  [`${'x'.repeat(30)}needle`, /needle$/, true],
  [`needle${'x'.repeat(40)}`, /^needle/, true],
  [`${'x'.repeat(40)}needle`, /^needle/, false],
  [`needle${'x'.repeat(40)}`, /needle$/, false],
  [`${'x'.repeat(16)}y${'x'.repeat(40)}`, /^y/, false],
  ['x'.repeat(64), /^x/, true],
  [`${'x'.repeat(40)}\nneedle\n${'x'.repeat(40)}`, /^needle$/m, true],
  [`${'ü'.repeat(40)}é`, /üé$/, true],
  ['a\r\n'.repeat(30), /a\na/, true],
  ['', /^$/, true],
  ['', /x/, false],
  ['1.0\n', /^1\.0$/, true],
])('%j matches %s: %s', async (text, pattern, expected) => {
  expect(await search(text, pattern)).toMatchObject({ found: expected });
});

test('finds the same as a search of the whole text', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', 'é', '😀'), maxLength: 120 });
  const patterns = fc.constantFrom(/ab/, /^a/, /b$/, /^b$/m, /a\nb/, /é😀/u, /aab?b/, /^(?:a|b)$/m, /b\n?$/);
  await fc.assert(
    fc.asyncProperty(text, patterns, fc.integer({ min: 12, max: 40 }), async (content, pattern, window) => {
      const whole = pattern.test(content) || pattern.test(content.replace(/\n$/, ''));
      expect(await search(content, pattern, window, 6)).toMatchObject({ found: whole });
    }),
    { numRuns: 300 },
  );
});

describe('in a separate thread', () => {
  const limits = { timeoutMs: 60_000, signal: new AbortController().signal };
  const ENDLESS = /^(a+)+$/;

  async function file(content: string): Promise<string> {
    await writeFile(join(folder, 'b.txt'), content);
    return join(folder, 'b.txt');
  }

  test('finds the same, with flags and in several pieces', async () => {
    const long = await file(`${'x'.repeat(5 * 1024 * 1024)}\nNeedle\n`);
    expect(await searchFile(long, /^needle$/im, limits)).toEqual({ found: true, bytes: 5 * 1024 * 1024 + 8 });
    expect(await searchFile(long, /needle/, limits)).toMatchObject({ found: false });
    expect(await searchFile(long, /^Needle/, limits)).toMatchObject({ found: false });
  });

  test('an unreadable file differs from one that does not match', async () => {
    expect(await searchFile(join(folder, 'gone'), /x/, limits)).toBe(null);
    expect(await searchFile(folder, /x/, limits)).toBe(null);
  });

  test('a pattern that never finishes is stopped', async () => {
    const path = await file(`${'a'.repeat(32)}!`);
    expect(await searchFile(path, ENDLESS, { ...limits, timeoutMs: 300 })).toEqual({
      tooHard: 'took longer than 0.3 s',
    });
  });

  test('the search can be cancelled at any time', async () => {
    const path = await file(`${'a'.repeat(32)}!`);
    for (const after of [0, 200]) {
      const controller = new AbortController();
      const reason = new Error('interrupted');
      setTimeout(() => controller.abort(reason), after);
      await expect(searchFile(path, ENDLESS, { ...limits, signal: controller.signal })).rejects.toBe(reason);
    }
    await expect(searchFile(path, /x/, { ...limits, signal: AbortSignal.abort('gone') })).rejects.toBe('gone');
  });
});
