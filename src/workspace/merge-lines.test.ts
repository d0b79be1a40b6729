import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf, mergeLines, type Replaced, replacedIn } from './merge-lines.ts';

const base = ['a\n', 'b\n', 'c\n', 'd\n'];
const at = (from: number, to: number, ...lines: string[]): Replaced => ({ from, to, lines });

test.each<[string, Replaced[], Replaced[], string | null]>([
  ['far apart', [at(0, 1, 'A\n')], [at(3, 4, 'D\n')], 'A\nb\nc\nD\n'],
  ['next to each other', [at(0, 1, 'A\n')], [at(1, 2, 'B\n')], 'A\nB\nc\nd\n'],
  ['an insertion behind a change', [at(3, 4, 'D\n')], [at(4, 4, 'e\n')], 'a\nb\nc\nD\ne\n'],
  ['an insertion before a change', [at(1, 2, 'B\n')], [at(1, 1, 'x\n')], 'a\nx\nB\nc\nd\n'],
  ['behind what is gone', [at(1, 2)], [at(2, 2, 'x\n')], 'a\nx\nc\nd\n'],
  ['the same on both sides', [at(1, 2, 'B\n')], [at(1, 2, 'B\n')], 'a\nB\nc\nd\n'],
  ['the same line', [at(1, 2, 'B\n')], [at(1, 2, 'x\n')], null],
  ['two insertions at one place', [at(2, 2, 'x\n')], [at(2, 2, 'y\n')], null],
  ['into the middle of what changed', [at(0, 3, 'A\n')], [at(1, 1, 'x\n')], null],
])('%s', (_, ours, theirs, expected) => {
  expect(mergeLines(base, ours, theirs, false)?.join('') ?? null).toBe(expected);
});

test('adjacent changes are a conflict if changes must be apart', () => {
  expect(mergeLines(base, [at(0, 1, 'A\n')], [at(1, 2, 'B\n')], true)).toBeNull();
  expect(mergeLines(base, [at(0, 1, 'A\n')], [at(2, 3, 'C\n')], true)?.join('')).toBe('A\nb\nC\nd\n');
});

test('applying git’s diff of any two texts turns one into the other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jumar-lines-'));
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 }).map((lines) => lines.join('\n'));
  const [left, right] = [join(folder, 'left'), join(folder, 'right')];
  const diff = () => {
    try {
      return execFileSync('git', ['diff', '--no-index', '--text', '-U0', left, right], { encoding: 'utf8' });
    } catch (error) {
      return String((error as { stdout: string }).stdout);
    }
  };
  try {
    fc.assert(
      fc.property(text, text, (before, after) => {
        writeFileSync(left, before);
        writeFileSync(right, after);
        expect(mergeLines(linesOf(before), [], replacedIn(diff(), linesOf(after)), true)?.join('')).toBe(after);
      }),
      { numRuns: 40 },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
