import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readChanges } from '../../src/guard/git-changes.ts';
import { guard } from '../../src/guard/guard.ts';
import { type Change, type GuardInput, isBlocking, type RestOfTree } from '../../src/guard/types.ts';
import { aProject } from '../support/project.ts';

/** What a change takes away while files that it leaves alone hold the same. */
const severityOf = async (pattern: string, input: GuardInput): Promise<string> =>
  (await guard(input)).findings.find((one) => one.pattern === pattern)?.severity ?? 'none';

const holding = (path: string, content: string): RestOfTree => ({
  holding: async (_, role) => (role === 'test' ? [{ path, content }] : []),
  naming: async () => new Set(),
  paths: async () => [],
});

const claim = (call: string, ...names: string[]): string =>
  names
    .map((name) => `def test_${name}():\n    made = ${call}("${name}")\n    assert made == "${name}!"\n`)
    .join('\n\n');

describe('several tests whose names all stand in one other file', () => {
  const gone: Change = {
    path: 'tests/test_names.py',
    before: claim('dns_name', 'plain_label', 'long_label', 'punycode_label'),
    after: claim('dns_name', 'plain_label'),
  };
  test('were doubled: a review warns, a loop does not take it for a proof', async () => {
    const rest = holding('tests/test_sanity.py', claim('checked', 'long_label', 'punycode_label'));
    expect(await severityOf('test-deleted', { changes: [gone], rest, stance: 'review' })).toBe('medium');
    expect(await severityOf('test-deleted', { changes: [gone], rest })).toBe('critical');
  });

  test('one of them says nothing', async () => {
    const rest = holding('tests/test_sanity.py', claim('checked', 'long_label'));
    expect(await severityOf('test-deleted', { changes: [gone], rest, stance: 'review' })).toBe('critical');
  });
});

describe('a test that its class has from another file', () => {
  const own = (heading: string, more: string): string =>
    `class UnifiedIT${heading} {\n  @Test\n  void connects() {\n    assertEquals(1, open());\n  }\n${more}}\n`;
  const publishes =
    '\n  @Test\n  void publishesToNamedChannels() {\n    List<String> got = listen("a");\n    send("a", "b");\n    assertEquals(List.of("b"), got);\n    assertEquals(1, got.size());\n  }\n';
  const base =
    'class JedisIT {\n  @Test\n  void publishesToNamedChannels() {\n    verifyAll(it -> it.channel().last().isEmpty());\n  }\n}\n';
  const path = 'src/test/java/UnifiedIT.java';
  test.each([
    [' extends JedisIT', 'medium'],
    ['', 'critical'],
  ])('is inherited where the class says so: %j', async (heading, severity) => {
    const change = { path, before: own('', publishes), after: own(heading, '') };
    const rest = holding('src/test/java/JedisIT.java', base);
    expect(await severityOf('test-deleted', { changes: [change], rest, stance: 'review' })).toBe(severity);
  });

  test('is not inherited from a base that came with the change', async () => {
    const change = { path, before: own('', publishes), after: own(' extends JedisIT', '') };
    const came = { path: 'src/test/java/JedisIT.java', before: null, after: base };
    expect(await severityOf('test-deleted', { changes: [change, came] })).toBe('critical');
  });
});

test('the workflows that a change leaves alone are asked where one of them is gone', async () => {
  const workflow = 'on: push\njobs:\n  checks:\n    steps:\n      - run: npm test\n';
  const { project } = aProject({ '.github/workflows/ci.yml': workflow, '.github/workflows/bsd.yml': workflow });
  rmSync(join(project, '.github/workflows/bsd.yml'));
  const { changes, contextFiles } = await readChanges(project, { before: 'HEAD', after: null });
  expect(contextFiles.map((one) => one.path)).toEqual(['.github/workflows/ci.yml']);
  expect(await severityOf('check-removed', { changes, contextFiles, stance: 'review' })).toBe('medium');
  expect(await severityOf('check-removed', { changes, stance: 'review' })).toBe('high');
});

test('many workflows leave room for the tests of a changed source', async () => {
  const workflow = 'on: push\njobs:\n  checks:\n    steps:\n      - run: npm test\n';
  const many = Array.from({ length: 40 }, (_, i) => [`.github/workflows/w${i}.yml`, workflow]);
  const { project } = aProject({ ...Object.fromEntries(many), 'src/price.js': 'one\n', 'test/price.test.js': 'two\n' });
  rmSync(join(project, '.github/workflows/w0.yml'));
  rmSync(join(project, 'src/price.js'));
  const { contextFiles } = await readChanges(project, { before: 'HEAD', after: null });
  expect(contextFiles.map((one) => one.path)).toContain('test/price.test.js');
});

describe('a test file whose imports were gone before', () => {
  const suite = (line: string): string =>
    `${line}\ntest('moves', () => {\n  expect(isForward('down')).toBe(true);\n});\n`;
  const tree = (...paths: string[]): RestOfTree => ({
    holding: async () => [],
    naming: async () => new Set(),
    paths: async () => paths,
  });
  const judged = (path: string, before: string, rest: RestOfTree, stance?: 'review') =>
    severityOf('test-file-deleted', { changes: [{ path, before, after: null }], rest, ...(stance ? { stance } : {}) });
  const path = 'test/unit/forward.test.js';
  const forward = suite("import isForward from '../../src/state/direction/is-forward';");
  test.each([
    ['could not run', forward, ['src/state/axis.js', path], 'medium'],
    ['runs where the file stands', forward, ['src/state/direction/is-forward.ts', path], 'critical'],
    ['runs where its folder stands', forward, ['src/state/direction/is-forward/index.js', path], 'critical'],
    ['runs with what a build writes', suite("import { isForward } from '../../dist/index.js';"), [path], 'critical'],
    [
      'runs with what a build writes in a package',
      suite("const isForward = require('../../src/lib/forward');"),
      ['src/a.js', path],
      'critical',
    ],
    ['runs with data', suite("const isForward = require('../../src/forward.json');"), ['src/a.js', path], 'critical'],
    ['runs with what is installed', suite("import isForward from 'forward';"), ['src/a.js', path], 'critical'],
  ])('%s', async (_, before, paths, review) => {
    expect(await judged(path, before, tree(...paths), 'review')).toBe(review);
    expect(await judged(path, before, tree(...paths))).toBe('critical');
  });

  const python = (line: string): string => `${line}\n\n\ndef test_trains():\n    assert train([1]) == 1\n`;
  test.each([
    ['from bio.hmm.trainer import train', ['bio/__init__.py', 'bio/hmm/__init__.py'], 'medium'],
    ['import bio.hmm', ['src/bio/__init__.py'], 'medium'],
    ['from bio.hmm.trainer import train', ['src/bio/hmm/__init__.py', 'src/bio/hmm/trainer.pyx'], 'critical'],
    ['from bio.hmm import train', ['bio/__init__.py', 'bio/hmm/__init__.py'], 'critical'],
    ['from bio._native import train', ['bio/__init__.py'], 'critical'],
    ['from numpy.linalg import train', ['bio/__init__.py'], 'critical'],
  ])('in Python: %s beside %j', async (line, paths, review) => {
    expect(await judged('tests/test_train.py', python(line), tree(...paths), 'review')).toBe(review);
  });

  test('are looked up in the tree before the change', async () => {
    const { project } = aProject({ [path]: forward, 'src/state/axis.js': 'export const axis = 1;\n' });
    rmSync(join(project, path));
    const { changes, rest } = await readChanges(project, { before: 'HEAD', after: null });
    expect(await rest.paths()).toContain(path);
    expect(await severityOf('test-file-deleted', { changes, rest, stance: 'review' })).toBe('medium');
  });
});

describe('a test file that goes with the module that it took from', () => {
  const files = {
    'shop/__init__.py': '',
    'shop/_histograms.pyx': 'def counts(values):\n    return len(values)\n',
    'tests/test_histograms.py':
      'from shop._histograms import counts\n\n\ndef test_counts():\n    assert counts([1, 2]) == 2\n',
    'tests/test_totals.py': 'def test_counts():\n    assert total([2, 3, 4]) == 9\n',
    'docs/histograms.md': 'See `_histograms`.\n',
  };
  const entry = '[project.scripts]\nhist = "shop._histograms:counts"\n';
  const using = 'from shop._histograms import counts\n\n\ndef report(all):\n    return counts(all)\n';
  const judged = async (
    more: Record<string, string>,
    edited: Record<string, string> = {},
    stance: 'agent' | 'review' = 'review',
  ) => {
    const { project } = aProject({ ...files, ...more });
    for (const path of ['shop/_histograms.pyx', 'tests/test_histograms.py']) rmSync(join(project, path));
    for (const [path, content] of Object.entries(edited)) writeFileSync(join(project, path), content);
    const { changes, rest } = await readChanges(project, { before: 'HEAD', after: null });
    return severityOf('test-file-deleted', { changes, rest, stance });
  };

  test('warns in a review where nothing else named the module', async () => {
    expect(await judged({})).toBe('medium');
    expect(await judged({}, {}, 'agent')).toBe('critical');
  });

  test.each([
    ['a source file that stays', { 'shop/report.py': using }, {}],
    ['an entry point that stays', { 'pyproject.toml': entry }, {}],
    ['an entry point that goes with it', { 'pyproject.toml': entry }, { 'pyproject.toml': '[project.scripts]\n' }],
  ])('blocks where it was named by %s', async (_, more, edited) => {
    expect(await judged(more, edited as Record<string, string>)).toBe('critical');
  });
});

describe('a file that others still take from', () => {
  const files = {
    'shop/__init__.py': '',
    'shop/tax.py': 'def gross(net):\n    made = net * 119\n    return made // 100\n',
    'shop/plain.py': 'def plain(net):\n    made = net * 2\n    return made // 2\n',
    'shop/relative.py': 'from .tax import gross\n\n\ndef report(all):\n    return [gross(one) for one in all]\n',
    'shop/whole.py': 'from shop.plain import plain\n\n\ndef report(all):\n    return [plain(one) for one in all]\n',
    'src/slug.ts':
      'export const slug = (text: string): string => {\n  const low = text.toLowerCase();\n  return low.trim();\n};\n',
    'src/alone.ts':
      'export const alone = (text: string): string => {\n  const low = text.toLowerCase();\n  return low.trim();\n};\n',
    'src/index.ts':
      "import { slug } from './slug.js';\n\nexport const page = (title: string): string => slug(title);\n",
  };
  test.each([
    ['shop/tax.py', 'high', 'shop/relative.py still takes from it.'],
    ['shop/plain.py', 'high', 'shop/whole.py still takes from it.'],
    ['src/slug.ts', 'high', 'src/index.ts still takes from it.'],
    ['src/alone.ts', 'medium', ''],
  ])('blocks in a review: %s', async (path, severity, why) => {
    const { project } = aProject(files);
    rmSync(join(project, path));
    const { changes, rest } = await readChanges(project, { before: 'HEAD', after: null });
    const { findings } = await guard({ changes, rest, stance: 'review' });
    const found = findings.find((one) => one.pattern === 'source-file-deleted');
    expect(found?.severity).toBe(severity);
    expect(found?.why).toContain(why);
  });

  test('not where it became a folder or another language', async () => {
    const { project } = aProject(files);
    rmSync(join(project, 'src/slug.ts'));
    mkdirSync(join(project, 'src/slug'));
    writeFileSync(join(project, 'src/slug/index.ts'), "export { low as slug } from './low.ts';\n");
    const { changes, rest } = await readChanges(project, { before: 'HEAD', after: null });
    const { findings } = await guard({ changes, rest, stance: 'review' });
    expect(findings.filter(isBlocking)).toEqual([]);
  });
});
