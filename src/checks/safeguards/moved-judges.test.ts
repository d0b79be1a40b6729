import { expect, test } from 'vitest';
import type { TreeDifference } from '../../ports/workspace.ts';
import { findMovedJudges } from './moved-judges.ts';

/** Each file as [before, now]; its id is its content. */
async function movedIn(files: Record<string, [string | null, string | null]>) {
  const entry = (object: string | null) => (object === null ? null : { mode: '100644', object });
  const changes = Object.entries(files).map(
    ([path, [before, after]]): TreeDifference => ({
      path,
      before: entry(before),
      after: entry(after),
      modeOnly: false,
    }),
  );
  const names = (index: 0 | 1) => changes.flatMap(({ path }) => (files[path]?.[index] === null ? [path] : []));
  const moved = await findMovedJudges(
    changes.filter(({ before, after }) => before?.object !== after?.object),
    { removed: new Set(names(1)), added: new Set(names(0)) },
    {
      read: async (side, path) => files[path]?.[side === 'before' ? 0 : 1] ?? null,
      filesIn: async (folder) =>
        Object.keys(files).filter((path) => path.startsWith(`${folder}/`) && files[path]?.[0] !== null),
    },
  );
  return Object.fromEntries([...moved].map(([from, { to, follows }]) => [from, [to, follows]]));
}

const IMPORTS = "import { add } from '../src/add.js';";

test.each<[string, Record<string, [string | null, string | null]>, Record<string, [string, boolean]>]>([
  [
    'a test beside its folder still reaches the same source',
    { 'test/a.test.js': [IMPORTS, null], 'spec/a.test.js': [null, IMPORTS] },
    { 'test/a.test.js': ['spec/a.test.js', true] },
  ],
  [
    'a test that moved with its source',
    {
      'src/x/a.test.js': ["import './a.js'", null],
      'src/x/a.js': ['a', null],
      'lib/x/a.test.js': [null, "import './a.js'"],
      'lib/x/a.js': [null, 'a, repaired'],
    },
    { 'src/x/a.test.js': ['lib/x/a.test.js', true] },
  ],
  [
    'one that reaches another file from there',
    { 'test/a.test.js': [IMPORTS, null], 'other/test/a.test.js': [null, IMPORTS], 'other/src/add.js': [null, 'fake'] },
    { 'test/a.test.js': ['other/test/a.test.js', false] },
  ],
  [
    'one whose imports follow',
    {
      'test/a.test.js': [`${IMPORTS} t`, null],
      'test/unit/a.test.js': [null, "import { add } from '../../src/add.js'; t"],
    },
    { 'test/a.test.js': ['test/unit/a.test.js', true] },
  ],
  [
    'a helper and its test together',
    {
      'test/a.test.js': ["import './eq.js'", null],
      'test/eq.js': ['eq', null],
      'spec/a.test.js': [null, "import './eq.js'"],
      'spec/eq.js': [null, 'eq'],
    },
    { 'test/a.test.js': ['spec/a.test.js', true], 'test/eq.js': ['spec/eq.js', true] },
  ],
  [
    'a package of Go as a whole',
    { 'x/a_test.go': ['t', null], 'x/a.go': ['a', null], 'lib/x/a_test.go': [null, 't'], 'lib/x/a.go': [null, 'b'] },
    { 'x/a_test.go': ['lib/x/a_test.go', true] },
  ],
  [
    'a test of Go without its package',
    { 'x/a_test.go': ['t', null], 'x/a.go': ['a', 'a'], 'lib/x/a_test.go': [null, 't'], 'lib/x/a.go': [null, 'b'] },
    { 'x/a_test.go': ['lib/x/a_test.go', false] },
  ],
  ['a test with other content is another test', { 'test/a.test.js': ['a', null], 'spec/a.test.js': [null, 'b'] }, {}],
  ['a place that is not for tests', { 'test/a.test.js': ['a', null], 'attic/a.txt': [null, 'a'] }, {}],
  ['set-up counts where it was', { 'tests/conftest.py': ['a', null], 'spec/conftest.py': [null, 'a'] }, {}],
])('%s', async (_, files, expected) => {
  expect(await movedIn(files)).toEqual(expected);
});
