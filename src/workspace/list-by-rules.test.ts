import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Scratch, scratch } from '../../test/support/scratch-workspace.ts';
import { listByRules } from './list-by-rules.ts';
import type { Shadow } from './shadow.ts';

const list = (given: Scratch, rules: readonly string[]) =>
  listByRules({ root: given.root, cache: join(given.root, '.git'), objectFormat: 'sha1' } as Shadow, rules);

function byGit(given: Scratch, rules: readonly string[], ...args: string[]): string[] {
  const excludes = ['# words', ...rules].map((rule) => `--exclude=${rule}`);
  return given
    .git('ls-files', '-z', '-o', ...args, ...excludes)
    .split('\0')
    .filter(Boolean)
    .sort();
}

/** Few names, so that rules, files and folders meet. */
const name = fc.constantFrom('a', 'b', 'c.log', 'dist', 'x.js');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const rule = fc.constantFrom('a', 'b/', '*.log', '/dist/', 'dist', 'a/b', '**/x.js', '/a/*', 'b*', '# words', '');
const entry = fc.record({ path, as: fc.constantFrom('stored', 'other', 'folder', 'link') });

test('whatever the tree and the rules, it lists what git lists or leaves it to git', () => {
  let sure = 0;
  const everything = fc.record({
    entries: fc.array(entry, { maxLength: 8 }),
    rules: fc.array(rule, { maxLength: 4 }),
  });
  fc.assert(
    fc.property(everything, ({ entries, rules }) => {
      const given = scratch('git', '--object-format=sha1');
      try {
        for (const { path, as } of entries) make(given, path, as);
        const listed = list(given, rules);
        if (!listed) return;
        expect(listed.others).toEqual(byGit(given, rules));
        sure++;
        expect(listed.ignored).toEqual(byGit(given, rules, '-i', '--directory'));
      } finally {
        given.remove();
      }
    }),
    { numRuns: 60 },
  );
  expect(sure).toBeGreaterThan(20);
});

/** What does not fit beside the others is left out. */
function make(given: Scratch, path: string, as: string): void {
  try {
    if (as === 'folder') mkdirSync(join(given.root, path), { recursive: true });
    else if (as === 'link') symlinkSync('nowhere', join(given.root, path));
    else given.put(path);
    if (as === 'stored') given.git('add', '-f', '--', path);
  } catch {
    // A file is where a folder should be, or the other way round.
  }
}

test.each([
  ['a rule takes something back', ['*.log', '!keep.log']],
  ['a rule has sets of characters', ['*.py[cod]']],
])('git has to look if %s', (_, rules) => {
  const given = scratch('git', '--object-format=sha1');
  given.put('a.log');
  expect(list(given, rules)).toBe(null);
  given.remove();
});

test('git has to look if there is another repository', () => {
  const given = scratch('git', '--object-format=sha1');
  given.git('init', '-q', 'nested');
  expect(list(given, [])).toBe(null);
  given.remove();
});
