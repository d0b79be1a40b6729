import { expect, test } from 'vitest';
import type { TreeDifference } from '../../ports/workspace.ts';
import { pathRules } from '../../system/path-rules.ts';
import { type AcceptedVersions, pristineFiles } from './pristine.ts';
import { baselineFiles } from './shadow-files.ts';

const AT = { baseline: 'base', current: 'now' };

/** Each file as [before, now]. The id of a version is its content. */
async function pristineOf(
  files: Record<string, [string | null, string | null]>,
  {
    accepted = {},
    unexpectedFiles = [],
  }: { accepted?: Record<string, (string | null)[]>; unexpectedFiles?: string[] } = {},
) {
  const entry = (object: string | null) => (object === null ? null : { mode: '100644', object });
  const changes = Object.entries(files)
    .filter(([, [before, after]]) => before !== after)
    .map(
      ([path, [before, after]]): TreeDifference => ({
        path,
        before: entry(before),
        after: entry(after),
        modeOnly: false,
      }),
    );
  const contentOf = (path: string, index: 0 | 1) => files[path]?.[index] ?? null;
  const old = Object.keys(files).filter((path) => contentOf(path, 0) !== null);
  const result = await pristineFiles(
    changes,
    AT,
    {
      scripts: pathRules(['/check.sh']),
      accepted: new Map(Object.entries(accepted)) as AcceptedVersions,
      targets: ['lint', 'had'],
    },
    {
      file: async (commit, path) => {
        const text = contentOf(path, commit === 'base' ? 0 : 1);
        return text === null ? null : Buffer.from(text);
      },
      blob: async (object) => Buffer.from(object),
      baseline: async () => baselineFiles(old),
      belongings: async () => new Set(['support/eq.js']),
      unexpectedFiles: unexpectedFiles.map((path) => ({ path, digest: 'd' })),
    },
  );
  const contents = result.files.map(({ path, content }) => [path, content?.toString().trim() ?? null]);
  return { ...result, contents: Object.fromEntries(contents) as Record<string, string | null> };
}

test('judging files are restored, new ones that would judge are removed, new tests stay', async () => {
  const result = await pristineOf({
    'a.test.js': ['old', 'new'],
    'check.sh': ['old', 'new'],
    'src.js': ['old', 'new'],
    'support/eq.js': ['old', 'new'],
    'gone.test.js': ['old', null],
    'b.test.js': [null, 'b'],
    'conftest.py': [null, 'c'],
    'new.js': [null, 'n'],
  });
  expect(result.contents).toEqual({
    'a.test.js': 'old',
    'check.sh': 'old',
    'support/eq.js': 'old',
    'gone.test.js': 'old',
    'conftest.py': null,
  });
  expect(result.newTests).toEqual(['b.test.js']);
  expect(result.files.filter(({ isNew }) => isNew).map(({ path }) => path)).toEqual(['conftest.py']);
  expect(result.files.filter(({ setsUp }) => setsUp).map(({ path }) => path)).toEqual([
    'check.sh',
    'support/eq.js',
    'conftest.py',
  ]);
});

test('a moved test is not restored, unless it was moved to a place where no test is found', async () => {
  const moveTo = (to: string) => pristineOf({ 'test/a.sh': ['a', null], [to]: [null, 'a'] });
  expect((await moveTo('tests/unit/a.sh')).contents).toEqual({});
  expect((await moveTo('attic/a.sh')).contents).toEqual({ 'test/a.sh': 'a' });
});

test('a new manifest loses only its judging part', async () => {
  const result = await pristineOf({ 'a.js': ['a', 'a'], 'package.json': [null, '{"type":"module","jest":{}}'] });
  expect(JSON.parse(result.contents['package.json'] as string)).toEqual({ type: 'module' });
  expect((await pristineOf({ 'a.js': ['a', 'a'], 'package.json': [null, '{"type":"module"}'] })).files).toEqual([]);
});

test.each<[string, string, string, string | null]>([
  ['.npmrc', 'fund=false', 'script-shell=./fake', 'fund=false'],
  ['.env', 'A=1', 'NODE_OPTIONS=x', 'A=1'],
  ['sub/.env.test', 'A=1', 'A=2', 'A=1'],
  ['turbo.json', '{}', '{"a":1}', '{}'],
  ['eslint.config.js', 'strict', 'lax', 'strict'],
  ['.eslintrc.json', '{}', '{"a":1}', '{}'],
  ['biome.json', '{}', '{"a":1}', '{}'],
  ['ruff.toml', 'a', 'b', 'a'],
  ['mypy.ini', 'a', 'b', 'a'],
  ['vite.config.ts', 'test: { include }', 'test: {}', 'test: { include }'],
  ['vite.config.ts', 'plugins: []', 'plugins: [react()]', null],
  ['tsconfig.json', '{"exclude":[]}', '{"exclude":["src"]}', JSON.stringify({ exclude: [] }, null, 2)],
  ['tsconfig.json', '{}', '{"compilerOptions":{"jsx":"react"}}', null],
  ['go.work', 'a', 'b', null],
  ['src/a.js', 'a', 'b', null],
])('%s: %s, edited to %s, is overlaid with %s', async (path, before, after, expected) => {
  expect((await pristineOf({ [path]: [before, after] })).contents).toEqual(
    expected === null ? {} : { [path]: expected },
  );
});

test('module names keep their targets, except for moved files', async () => {
  const manifest = (check: string, add: string) => JSON.stringify({ imports: { '#check': check, '#add': add } });
  const result = await pristineOf({
    'pkg/package.json': [manifest('./test/check.js', './src/add.js'), manifest('./src/fake.js', './lib/add.js')],
    'pkg/test/check.js': ['c', null],
    'pkg/src/add.js': ['a', null],
    'pkg/lib/add.js': [null, 'a'],
  });
  expect(JSON.parse(result.contents['pkg/package.json'] as string)).toEqual({
    imports: { '#check': './test/check.js', '#add': './lib/add.js' },
  });
});

test('new ignored files are removed too', async () => {
  expect((await pristineOf({ 'a.js': ['a', 'a'] }, { unexpectedFiles: ['.env', 'notes.txt'] })).contents).toEqual({
    '.env': null,
  });
});

test('files that would make a make target up to date are removed too', async () => {
  const { contents } = await pristineOf({
    'had/a': ['a', 'a'],
    'had/b': [null, 'b'],
    'lint/x': [null, 'x'],
    linted: [null, 'y'],
  });
  expect(contents).toEqual({ 'lint/x': null });
});

test.each<[string, [string | null, string | null], (string | null)[], Record<string, string | null>]>([
  ['an approved version stays', ['old', 'new'], ['new'], {}],
  ['a further change is judged by the approved version', ['old', 'newer'], ['new'], { 'a.test.js': 'new' }],
  ['by the latest approved version', ['old', 'newest'], ['new', 'newer'], { 'a.test.js': 'newer' }],
  ['an approved removal stays', ['old', null], [null], {}],
  ['a file added after it is a new test', ['old', 'again'], [null], {}],
  ['the approval of a version does not approve its removal', ['old', null], ['new'], { 'a.test.js': 'new' }],
])('%s', async (_, versions, versionIds, expected) => {
  const { contents } = await pristineOf({ 'a.test.js': versions }, { accepted: { 'a.test.js': versionIds } });
  expect(contents).toEqual(expected);
});

test('approved set-up stays; after another change, the approved version judges', async () => {
  const files = (now: string) => ({ 'a.js': ['a', 'a'] as [string, string], '.npmrc': [null, now] as [null, string] });
  expect((await pristineOf(files('x'), { accepted: { '.npmrc': ['x'] } })).contents).toEqual({});
  expect((await pristineOf(files('y'), { accepted: { '.npmrc': ['x'] } })).contents).toEqual({ '.npmrc': 'x' });
});

test('a moved test is not new', async () => {
  const { newTests } = await pristineOf({
    'test/a.test.js': ['a', null],
    'spec/a.test.js': [null, 'a'],
    'spec/b.test.js': [null, 'b'],
  });
  expect(newTests).toEqual(['spec/b.test.js']);
});

test('a test that follows its moved subject is not restored', async () => {
  const result = await pristineOf({
    'src/a.js': ['a', null],
    'lib/a.js': [null, 'a, adapted'],
    'test/a.test.js': ["import '../src/a.js'; same", "import '../lib/a.js'; same"],
    'test/b.test.js': ["import '../src/a.js'; b", "import '../lib/a.js'; less"],
  });
  expect(result.contents).toEqual({ 'test/b.test.js': "import '../src/a.js'; b" });
});
