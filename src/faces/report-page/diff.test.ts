import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffLines, hunks } from './diff.ts';
import { tokens } from './highlight.ts';
import { packedVersions, versionTexts } from './payload.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', '}', 'unique'), { maxLength: 30 });

function longestCommon(before: readonly string[], after: readonly string[]): number {
  let row = new Array<number>(after.length + 1).fill(0);
  for (const line of before) {
    const next = [0];
    after.forEach((other, j) => {
      next.push(line === other ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe('a diff', () => {
  test('returns both sides for any input', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const all = diffLines(before, after);
        expect(all.filter(({ kind }) => kind !== 'added').map(({ text }) => text)).toEqual(before);
        expect(all.filter(({ kind }) => kind !== 'removed').map(({ text }) => text)).toEqual(after);
        for (const { kind, text, before: i, after: j } of all) {
          if (kind !== 'added') expect(before[(i ?? 0) - 1]).toBe(text);
          if (kind !== 'removed') expect(after[(j ?? 0) - 1]).toBe(text);
        }
      }),
    );
  });

  test('changes as few lines as possible', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const same = diffLines(before, after).filter(({ kind }) => kind === 'same').length;
        expect(same).toBe(longestCommon(before, after));
      }),
      { numRuns: 500 },
    );
  });

  test('reports a replacement quickly if the sides differ too much', () => {
    const only = (side: string) => Array.from({ length: 50_000 }, (_, n) => `${side} ${n}`);
    const [before, after] = [only('old'), only('new')].map((text) => ['first', ...text.with(1000, 'the one'), 'last']);
    const began = performance.now();
    const all = diffLines(before ?? [], after ?? []);
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(all.filter(({ kind }) => kind === 'same').map(({ text }) => text)).toEqual(['first', 'last']);
    expect(all).toHaveLength(100_002);
  });

  test('shows removals before additions', () => {
    const kinds = diffLines(['a', 'b', 'c', 'd', 'e'], ['a', 'x', 'y', 'z', 'e']).map(({ kind }) => kind);
    expect(kinds).toEqual(['same', 'removed', 'removed', 'removed', 'added', 'added', 'added', 'same']);
  });

  test('of equal sides has no changes', () => {
    fc.assert(fc.property(lines, (text) => diffLines(text, text).every(({ kind }) => kind === 'same')));
  });

  test('is small if little changed', () => {
    const before = Array.from({ length: 3000 }, (_, n) => `line ${n % 700}`);
    const after = before.with(1500, 'changed');
    expect(diffLines(before, after).filter(({ kind }) => kind !== 'same')).toHaveLength(2);
  });

  test('is shown with three lines around each change', () => {
    const before = Array.from({ length: 40 }, (_, n) => String(n));
    const shown = hunks(diffLines(before, before.with(5, 'x').with(30, 'y')));
    expect(shown.filter((line) => line === null)).toHaveLength(1);
    expect(shown.filter((line) => line?.kind === 'same')).toHaveLength(12);
  });
});

test('the versions of a file are packed and unpacked', () => {
  const version = fc.option(lines, { nil: null });
  fc.assert(
    fc.property(fc.array(version, { maxLength: 8 }), (texts) => {
      const unpacked = versionTexts({ path: '', at: [], versions: packedVersions(texts) });
      expect(unpacked).toEqual(texts);
    }),
  );
});

describe('colours', () => {
  test('lose no character of any line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('a.ts', 'a.py', 'a.txt', 'Makefile'), (line, path) => {
        expect(
          tokens(line, path)
            .map(({ text }) => text)
            .join(''),
        ).toBe(line);
      }),
    );
  });

  test.each([
    ['a.ts', "const x = 'y'; // z", ['keyword', 'plain', 'string', 'plain', 'comment']],
    ['a.py', 'return 42  # all', ['keyword', 'plain', 'number', 'plain', 'comment']],
    ['a.txt', 'const x', ['plain']],
  ])('%s: %s', (path, line, kinds) => {
    expect(tokens(line, path).map(({ kind }) => kind)).toEqual(kinds);
  });
});
