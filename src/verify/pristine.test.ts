import { expect, test } from 'vitest';
import type { TreeDifference } from '../workspace/amend.ts';
import { pathRules } from './path-rules.ts';
import { type Accepted, pristineFiles } from './pristine.ts';
import { baselineFiles } from './shadow-files.ts';

const AT = { baseline: 'base', current: 'now' };

/** Each file before and now; a version's id is its content. */
async function laid(
  files: Record<string, [string | null, string | null]>,
  { accepted = {}, strangers = [] }: { accepted?: Record<string, (string | null)[]>; strangers?: string[] } = {},
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
  const held = (path: string, index: 0 | 1) => files[path]?.[index] ?? null;
  const old = Object.keys(files).filter((path) => held(path, 0) !== null);
  const found = await pristineFiles(
    changes,
    AT,
    {
      scripts: pathRules(['/check.sh']),
      accepted: new Map(Object.entries(accepted)) as Accepted,
      targets: ['lint', 'had'],
    },
    {
      file: async (commit, path) => {
        const text = held(path, commit === 'base' ? 0 : 1);
        return text === null ? null : Buffer.from(text);
      },
      blob: async (object) => Buffer.from(object),
      baseline: async () => baselineFiles(old),
      helpers: async () => new Set(['support/eq.js']),
      strangers: strangers.map((path) => ({ path, digest: 'd' })),
    },
  );
  const contents = found.files.map(({ path, content }) => [path, content?.toString().trim() ?? null]);
  return { ...found, contents: Object.fromEntries(contents) as Record<string, string | null> };
}

test('what judged is laid over, what is new and would judge is taken away, honest new tests stay', async () => {
  const found = await laid({
    'a.test.js': ['old', 'new'],
    'check.sh': ['old', 'new'],
    'src.js': ['old', 'new'],
    'support/eq.js': ['old', 'new'],
    'gone.test.js': ['old', null],
    'b.test.js': [null, 'b'],
    'conftest.py': [null, 'c'],
    'new.js': [null, 'n'],
  });
  expect(found.contents).toEqual({
    'a.test.js': 'old',
    'check.sh': 'old',
    'support/eq.js': 'old',
    'gone.test.js': 'old',
    'conftest.py': null,
  });
  expect(found.newTests).toEqual(['b.test.js']);
  expect(found.files.filter(({ isNew }) => isNew).map(({ path }) => path)).toEqual(['conftest.py']);
  expect(found.files.filter(({ setsUp }) => setsUp).map(({ path }) => path)).toEqual([
    'check.sh',
    'support/eq.js',
    'conftest.py',
  ]);
});

test('a test that was moved is not laid over, unless it was moved to where nobody looks for tests', async () => {
  const moved = (to: string) => laid({ 'test/a.sh': ['a', null], [to]: [null, 'a'] });
  expect((await moved('tests/unit/a.sh')).contents).toEqual({});
  expect((await moved('attic/a.sh')).contents).toEqual({ 'test/a.sh': 'a' });
});

test('a new manifest loses only its part in judging', async () => {
  const found = await laid({ 'a.js': ['a', 'a'], 'package.json': [null, '{"type":"module","jest":{}}'] });
  expect(JSON.parse(found.contents['package.json'] as string)).toEqual({ type: 'module' });
  expect((await laid({ 'a.js': ['a', 'a'], 'package.json': [null, '{"type":"module"}'] })).files).toEqual([]);
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
])('%s: %s, edited to %s, is laid over as %s', async (path, before, after, expected) => {
  expect((await laid({ [path]: [before, after] })).contents).toEqual(expected === null ? {} : { [path]: expected });
});

test('names of modules lead where they led, but for what was moved', async () => {
  const named = (check: string, add: string) => JSON.stringify({ imports: { '#check': check, '#add': add } });
  const found = await laid({
    'pkg/package.json': [named('./test/check.js', './src/add.js'), named('./src/fake.js', './lib/add.js')],
    'pkg/test/check.js': ['c', null],
    'pkg/src/add.js': ['a', null],
    'pkg/lib/add.js': [null, 'a'],
  });
  expect(JSON.parse(found.contents['pkg/package.json'] as string)).toEqual({
    imports: { '#check': './test/check.js', '#add': './lib/add.js' },
  });
});

test('ignored files that came since are taken away too', async () => {
  expect((await laid({ 'a.js': ['a', 'a'] }, { strangers: ['.env', 'notes.txt'] })).contents).toEqual({ '.env': null });
});

test('so is what make would take for its work done', async () => {
  const { contents } = await laid({
    'had/a': ['a', 'a'],
    'had/b': [null, 'b'],
    'lint/x': [null, 'x'],
    linted: [null, 'y'],
  });
  expect(contents).toEqual({ 'lint/x': null });
});

test.each<[string, [string | null, string | null], (string | null)[], Record<string, string | null>]>([
  ['a version that was approved stands', ['old', 'new'], ['new'], {}],
  ['a further change is judged by the version that was approved', ['old', 'newer'], ['new'], { 'a.test.js': 'new' }],
  ['by the latest of them', ['old', 'newest'], ['new', 'newer'], { 'a.test.js': 'newer' }],
  ['a removal that was approved stands', ['old', null], [null], {}],
  ['what comes after it is a new test', ['old', 'again'], [null], {}],
  ['an approval of one content is none of a removal', ['old', null], ['new'], { 'a.test.js': 'new' }],
])('%s', async (_, versions, approved, expected) => {
  const { contents } = await laid({ 'a.test.js': versions }, { accepted: { 'a.test.js': approved } });
  expect(contents).toEqual(expected);
});

test('set-up that was approved stands, and changed again it is the approved one that judges', async () => {
  const files = (now: string) => ({ 'a.js': ['a', 'a'] as [string, string], '.npmrc': [null, now] as [null, string] });
  expect((await laid(files('x'), { accepted: { '.npmrc': ['x'] } })).contents).toEqual({});
  expect((await laid(files('y'), { accepted: { '.npmrc': ['x'] } })).contents).toEqual({ '.npmrc': 'x' });
});

test('a test that was only moved is not new', async () => {
  const { newTests } = await laid({
    'test/a.test.js': ['a', null],
    'spec/a.test.js': [null, 'a'],
    'spec/b.test.js': [null, 'b'],
  });
  expect(newTests).toEqual(['spec/b.test.js']);
});

test('a test that follows its subject to another place judges the same', async () => {
  const found = await laid({
    'src/a.js': ['a', null],
    'lib/a.js': [null, 'a, adapted'],
    'test/a.test.js': ["import '../src/a.js'; same", "import '../lib/a.js'; same"],
    'test/b.test.js': ["import '../src/a.js'; b", "import '../lib/a.js'; less"],
  });
  expect(found.contents).toEqual({ 'test/b.test.js': "import '../src/a.js'; b" });
});
