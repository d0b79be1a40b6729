import type { Stats } from 'node:fs';
import { expect, test } from 'vitest';
import type { Seen } from './modes.ts';
import { sizeNotes } from './size-notes.ts';

const MB = 1024 ** 2;
const file = (path: string, megabytes: number) => ({ path, stats: { size: megabytes * MB } as Stats }) as Seen;

test('large files and many files that git would store are named, and ordinary ones are not', () => {
  expect(sizeNotes([file('src/a.ts', 1), file('b.bin', 31)])).toEqual([]);
  expect(sizeNotes([file('small.bin', 32), file('data/large.bin', 2000)])).toEqual([
    expect.stringMatching(/^large files are in the snapshots \(2\.0 GB\): data\/large\.bin, small\.bin; .*\.gitignore/),
  ]);
  const many = Array.from({ length: 600 }, (_, n) => file(`data/${n}`, 1));
  expect(sizeNotes([...many, file('a', 20)])).toEqual([
    expect.stringMatching(/^620 MB are new in the snapshots, 600 MB of it in data\/; .*\.gitignore/),
  ]);
});
