import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { patterns } from '../../src/guard/patterns/index.ts';
import { patternPage } from '../../src/guard/patterns/page.ts';
import { patternTable } from '../../src/guard/patterns/table.ts';

const docs = new URL('../../docs/', import.meta.url);

test('the table in docs/guard.md is the catalogue (node scripts/guard-table.mjs)', () => {
  expect(readFileSync(new URL('guard.md', docs), 'utf8')).toContain(patternTable());
});

test('docs/patterns holds a page for every pattern and no other (node scripts/guard-table.mjs)', () => {
  const pages = readdirSync(new URL('patterns/', docs)).map((name) => name.replace(/\.md$/, ''));
  expect(pages.sort()).toEqual(patterns.map((one) => one.id).sort());
});

test.each(patterns)('docs/patterns/$id.md says what the pattern says of itself', (pattern) => {
  expect(readFileSync(new URL(`patterns/${pattern.id}.md`, docs), 'utf8')).toBe(patternPage(pattern));
});
