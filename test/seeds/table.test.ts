import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { seeds } from './seeds.ts';
import { ROOT, seedsPage, suiteOf } from './support/page.ts';
import { rowsOf } from './support/seed.ts';

test('docs/seeds.md is up to date; node scripts/seeds-table.mjs writes it', () => {
  expect(readFileSync(join(ROOT, 'docs/seeds.md'), 'utf8')).toBe(seedsPage(seeds));
});

describe.each(seeds)('seed $number, $title', (seed) => {
  const rows = rowsOf(seed);
  const { keys } = suiteOf(seed);

  test('every requirement has one test, or names the later work that will do it', () => {
    expect(rows.filter(([key, { later }]) => !later && !keys.includes(key)).map(([key]) => key)).toEqual([]);
    expect(rows.filter(([key, { later }]) => later && keys.includes(key)).map(([key]) => key)).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(rows.map(([key]) => key)).size).toBe(rows.length);
  });

  test('every file that a row names exists', () => {
    const paths = rows.flatMap(([, { lives }]) => lives);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
