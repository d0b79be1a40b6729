import { expect, test } from 'vitest';
import type { Change } from './finding/types.ts';

test('the regex baseline counts, but misses what needs a parser', async () => {
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
