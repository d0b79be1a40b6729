import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Change } from '../../src/guard/types.ts';

/** The benchmark runs from the built files, which no other test loads: what it imports must still be there. */
test.each(['guard.mjs', 'guard-report.mjs'])('bench/%s imports what the guard exports', async (name) => {
  const text = readFileSync(new URL(`../../bench/${name}`, import.meta.url), 'utf8');
  const imports = [...text.matchAll(/import \{ ([\w, ]+) \} from '\.\.\/dist\/guard\/([\w-]+)\.js'/g)];
  expect(imports.length).toBeGreaterThan(0);
  for (const [, names, file] of imports) {
    const module: object = await import(`../../src/guard/${file}.ts`);
    for (const one of names!.split(', ')) expect(module).toHaveProperty(one);
  }
});

test('the floor counts, and is blind to what needs a parser', async () => {
  const { floor } = (await import(new URL('../../bench/guard-floor.mjs', import.meta.url).href)) as {
    floor: (changes: Change[]) => string[];
  };
  const change = (before: string, after: string) => floor([{ path: 'a.test.ts', before, after }]);
  const one = "it('a', () => { expect(a()).toBe(1); });\n";
  expect(change(one, '')).toEqual(['test_deletion']);
  expect(change(one, one.replace('it(', 'it.skip('))).toContain('test_skipping');
  expect(change(one, one.replace('expect(a()).toBe(1);', ''))).toEqual(['assertion_weakening']);
  expect(change(one, one.replace('toBe(1)', 'toBeDefined()'))).toEqual([]);
});
