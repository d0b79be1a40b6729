import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testRunners } from '../src/collectors/test-output/index.ts';
import { runnerTables } from './support/runner-tables.ts';

const pageOf = (name: string) => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8');

test('docs/runners.md is what the parsers read of every sample (npx vitest run test/runner-tables.test.ts -u)', async () => {
  await expect(runnerTables()).toMatchFileSnapshot('../docs/runners.md');
});

test('docs/measuring.md says of every runner how its results are had', () => {
  const rows = pageOf('measuring.md')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const named = rows.map((row) => (row.split('|')[1] ?? '').toLowerCase());
  const missing = testRunners.filter(({ name }) => !named.some((cell) => cell.includes(name.toLowerCase())));
  expect(missing.map(({ name }) => name)).toEqual([]);
});
