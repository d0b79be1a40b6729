import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Scratch, scratch } from '../../test/support/scratch-workspace.ts';
import type { GitWorkspace } from './git-workspace.ts';

let given: Scratch;
let workspace: GitWorkspace;
beforeAll(async () => {
  given = scratch();
  workspace = await given.open();
});
afterAll(() => given.remove());

const pattern = fc.constantFrom(
  '*',
  '*.log',
  '/a/',
  'b',
  'a/b',
  '!x.log',
  '!*',
  '!b/',
  'dist/',
  '.env',
  'a/**',
  '/x',
  '.*',
);
const rules = fc.option(
  fc.array(pattern, { maxLength: 3 }).map((lines) => lines.join('\n')),
  { nil: null },
);
const rulesOf = fc.record({ '.gitignore': rules, 'a/.gitignore': rules, 'a/b/.gitignore': rules });
const files = ['x', 'x.log', '.env', 'a/x', 'a/x.log', 'a/b/x', 'a/b/.env', 'dist/x', 'c/b/x.log'];
const edits = fc.dictionary(
  fc.constantFrom(...files, 'new', 'a/new.log', 'a/b/new', 'dist/new'),
  fc.constantFrom('', 'edit\n'),
);

function write(wanted: Record<string, string | null>): void {
  for (const [path, content] of Object.entries(wanted)) {
    if (content === null) rmSync(join(given.root, path), { force: true });
    else given.put(path, content);
  }
}

function visible(): Set<string> {
  return new Set(given.git('ls-files', '-z', '-o', '--exclude-standard').split('\0'));
}

type Rules = Record<'.gitignore' | 'a/.gitignore' | 'a/b/.gitignore', string | null>;
const none: Rules = { '.gitignore': null, 'a/.gitignore': null, 'a/b/.gitignore': null };
/** `a/.gitignore`, which is ignored itself, is all that shows a/x.log. */
const shownByAnIgnoredFile: [Rules, Rules, Record<string, string>, boolean] = [
  { ...none, '.gitignore': 'a/**', 'a/.gitignore': '!x.log' },
  none,
  { 'a/x.log': '' },
  false,
];

test('a restore deletes no ignored file and leaves nothing else behind, however the .gitignore files change', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(rulesOf, rulesOf, edits, fc.boolean(), async (first, second, edited, snapshotted) => {
      for (const path of ['x', 'x.log', '.env', 'a', 'dist', 'c', 'new']) {
        rmSync(join(given.root, path), { recursive: true, force: true });
      }
      for (const file of files) given.put(file, 'baseline\n');
      write(first);
      const seen = visible();
      const before = given.listing();
      const loop = `loop-${++run}`;
      const zero = await workspace.snapshot(`${loop}/0`, null);

      write(second);
      // What the user ignores may be changed by anybody; here it is left alone, so that a deletion is noticed.
      write(Object.fromEntries(Object.entries(edited).filter(([path]) => seen.has(path) || !files.includes(path))));
      if (snapshotted) await workspace.snapshot(`${loop}/1`, zero.commit);
      await workspace.restore(zero.commit);

      const ignoreFile = (line: string) => /(^|\/)\.gitignore /.test(line);
      const after = given.listing();
      const stored = (line: string) => seen.has(line.split(' ')[0]!);
      expect(after.filter(stored)).toEqual(before.filter(stored));
      const lost = before.filter((line) => !after.includes(line) && !ignoreFile(line));
      expect(lost).toEqual([]);
      // A `.gitignore` that ignored itself was not stored: its rules are put back by hand.
      write(first);
      const extra = after.filter((line) => !before.includes(line)).map((line) => line.split(' ')[0]!);
      expect(extra.filter((path) => visible().has(path))).toEqual([]);
    }),
    { numRuns: 12, examples: [shownByAnIgnoredFile] },
  );
}, 120_000);
