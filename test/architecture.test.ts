import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8');
const { rooms } = (await import(new URL('../.dependency-cruiser.mjs', import.meta.url).href)) as {
  rooms: Record<string, string[]>;
};
const folders = (path: string) =>
  readdirSync(new URL(`../src/${path}`, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}${name}`);

test('every folder of the source is a room of the picture', () => {
  const found = [...folders('').filter((name) => name !== 'faces' && name !== 'testing'), ...folders('faces/')];
  expect(Object.keys(rooms).sort()).toEqual(found.sort());
});

test.each(Object.entries(rooms))('ARCHITECTURE.md shows what %s may import', (room, allowed) => {
  const row = page.split('\n').find((line) => line.startsWith(`| \`${room}\` |`)) ?? '';
  const shown = row.split('|').at(-2)?.trim() ?? '';
  if (room === 'app') return expect(shown).toBe('everything above');
  const names = allowed.map((name) => name.replace(/^faces\//, ''));
  expect(shown === 'nothing' ? [] : shown.split(', ').sort()).toEqual(names.sort());
});

test('nothing needs a newer Node than package.json asks for: folders are listed by `filesUnder`', () => {
  const source = new URL('../src/', import.meta.url);
  const users = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
    .filter((path) => {
      const text = readFileSync(new URL(path, source), 'utf8');
      return /\bparentPath\b|\breaddir(?:Sync)?\([^;]*\brecursive: true/.test(text);
    });
  expect(users).toEqual([]);
});

test('ARCHITECTURE.md names every folder of the core', () => {
  for (const folder of folders('core/')) expect(page).toContain(`\`${folder.replace('core/', '')}\``);
});
