import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { patternTable } from '../../src/guard/patterns/table.ts';

test('the table in docs/guard.md is the catalogue (node scripts/guard-table.mjs)', () => {
  const text = readFileSync(new URL('../../docs/guard.md', import.meta.url), 'utf8');
  expect(text).toContain(patternTable());
});
