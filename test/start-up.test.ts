import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const bin = join(import.meta.dirname, '../dist/bin');

/** The bundled files that are loaded with this one, each with its size. */
function loadedWith(file: string, loaded = new Map<string, number>()): Map<string, number> {
  if (loaded.has(file)) return loaded;
  const text = readFileSync(join(bin, file), 'utf8');
  loaded.set(file, text.length);
  for (const [, path = ''] of text.matchAll(/^(?:import|export)\b[^;]*?["']\.\/([^"']+)["'];$/gm))
    loadedWith(path, loaded);
  return loaded;
}

const bytes = (loaded: Map<string, number>) => [...loaded.values()].reduce((sum, size) => sum + size, 0);
const part = (name: string) =>
  readdirSync(bin).find((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file)) ?? name;

test('--version loads next to nothing', () => {
  expect(bytes(loadedWith('jumar.js'))).toBeLessThan(20_000);
});

test.each([
  { name: 'run-in-process', what: 'the command line itself', files: 6, kilobytes: 250 },
  { name: 'loop-status', what: 'status', files: 8, kilobytes: 700 },
  { name: 'loop-reading', what: 'what reads a loop', files: 8, kilobytes: 1200 },
  { name: 'run-task', what: 'a run, until the agent starts', files: 10, kilobytes: 3200 },
])('$what is loaded from few files', ({ name, files, kilobytes }) => {
  const loaded = loadedWith(part(name));
  expect([...loaded.keys()].length, [...loaded.keys()].join('\n')).toBeLessThanOrEqual(files);
  expect(bytes(loaded) / 1000).toBeLessThan(kilobytes);
});
