import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { patterns } from './index.ts';
import { patternPage } from './page.ts';
import { patternTable } from './table.ts';

const guide = readFileSync(new URL('../../../docs/guard.md', import.meta.url), 'utf8');

test('the table in docs/guard.md is the catalogue (node scripts/guard-table.mjs)', () => {
  expect(/<!-- patterns -->\n([\s\S]*)<!-- \/patterns -->/.exec(guide)?.[1]).toBe(patternTable());
});

test('docs/guard.md says how to read the page of a pattern', () => {
  expect(guide).toContain('jumar audit --explain <pattern>');
});

test.each(patterns)(
  'the page of $id has every part: what it catches, what it leaves alone, an example, what to do',
  (pattern) => {
    const page = patternPage(pattern);
    const { id, name, type, severity, catches, ignores, fix, example } = pattern;
    const parts = Object.fromEntries(page.split(/^## /m).map((part) => [part.split('\n')[0], part]));
    expect(Object.keys(parts)).toEqual([`# ${id}: ${name}`, 'Catches', 'Not a finding', 'Example', 'What to do']);
    expect(parts[`# ${id}: ${name}`]).toContain(`Type \`${type}\`, severity ${severity} (`);
    expect(parts.Catches).toContain(catches);
    expect(parts['Not a finding']).toContain(ignores);
    for (const line of `${example.before}\n${example.after}`.split('\n')) expect(parts.Example).toContain(line);
    expect(parts['What to do']).toContain(fix);
    expect(parts['What to do']).toContain(`- id: ${id}`);
    expect([name, catches, ignores, fix, example.before + example.after].every((text) => text.trim() !== '')).toBe(
      true,
    );
    expect(page).not.toMatch(/undefined|\[object/);
  },
);
