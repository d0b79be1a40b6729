import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aProject } from '../../test/support/project.ts';
import { isBlocking } from '../core/findings/blocking.ts';
import type { Change, GuardInput, RestOfTree } from './finding/types.ts';
import { readChanges } from './git-changes.ts';
import { guard } from './guard.ts';

/** Losses whose code also exists in unchanged files. */
const severityOf = async (pattern: string, input: GuardInput): Promise<string> =>
  (await guard(input)).findings.find((one) => one.pattern === pattern)?.severity ?? 'none';

const holding = (path: string, content: string): RestOfTree => ({
  filesContaining: async (_, role) => (role === 'test' ? [{ path, content }] : []),
  namesUsedIn: async () => new Set(),
  paths: async () => [],
});

const claim = (call: string, ...names: string[]): string =>
  names
    .map((name) => `def test_${name}():\n    made = ${call}("${name}")\n    assert made == "${name}!"\n`)
    .join('\n\n');

describe('several tests whose names all exist in one other file', () => {
  const deletion: Change = {
    path: 'tests/test_names.py',
    before: claim('dns_name', 'plain_label', 'long_label', 'punycode_label'),
    after: claim('dns_name', 'plain_label'),
  };
  test('were duplicates: a review warns, a loop does not accept that as proof', async () => {
    const rest = holding('tests/test_sanity.py', claim('checked', 'long_label', 'punycode_label'));
    expect(await severityOf('test-deleted', { changes: [deletion], rest, stance: 'review' })).toBe('medium');
    expect(await severityOf('test-deleted', { changes: [deletion], rest })).toBe('critical');
  });

  test('a single one proves nothing', async () => {
    const rest = holding('tests/test_sanity.py', claim('checked', 'long_label'));
    expect(await severityOf('test-deleted', { changes: [deletion], rest, stance: 'review' })).toBe('critical');
  });
});

describe('a test that its class inherits from another file', () => {
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
  ])('is inherited if the class says so: %j', async (heading, severity) => {
    const change = { path, before: own('', publishes), after: own(heading, '') };
    const rest = holding('src/test/java/JedisIT.java', base);
    expect(await severityOf('test-deleted', { changes: [change], rest, stance: 'review' })).toBe(severity);
  });

  test('is not inherited from a base class added by the change', async () => {
    const change = { path, before: own('', publishes), after: own(' extends JedisIT', '') };
    const addedBase = { path: 'src/test/java/JedisIT.java', before: null, after: base };
    expect(await severityOf('test-deleted', { changes: [change, addedBase] })).toBe('critical');
  });
});

test('unchanged workflows are searched when one is deleted', async () => {
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

describe('a test file whose imports were already missing', () => {
  const suite = (line: string): string =>
    `${line}\ntest('moves', () => {\n  expect(isForward('down')).toBe(true);\n});\n`;
  const tree = (...paths: string[]): RestOfTree => ({
    filesContaining: async () => [],
    namesUsedIn: async () => new Set(),
    paths: async () => paths,
  });
  const judge = (path: string, before: string, rest: RestOfTree, stance?: 'review') =>
    severityOf('test-file-deleted', { changes: [{ path, before, after: null }], rest, ...(stance ? { stance } : {}) });
  const path = 'test/unit/forward.test.js';
  const forward = suite("import isForward from '../../src/state/direction/is-forward';");
  test.each([
    ['could not run', forward, ['src/state/axis.js', path], 'medium'],
    ['runs if the file exists', forward, ['src/state/direction/is-forward.ts', path], 'critical'],
    ['runs if its folder exists', forward, ['src/state/direction/is-forward/index.js', path], 'critical'],
    ['runs with build output', suite("import { isForward } from '../../dist/index.js';"), [path], 'critical'],
    [
      'runs with build output of a package',
      suite("const isForward = require('../../src/lib/forward');"),
      ['src/a.js', path],
      'critical',
    ],
    ['runs with data', suite("const isForward = require('../../src/forward.json');"), ['src/a.js', path], 'critical'],
    ['runs with installed packages', suite("import isForward from 'forward';"), ['src/a.js', path], 'critical'],
  ])('%s', async (_, before, paths, review) => {
    expect(await judge(path, before, tree(...paths), 'review')).toBe(review);
    expect(await judge(path, before, tree(...paths))).toBe('critical');
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
    expect(await judge('tests/test_train.py', python(line), tree(...paths), 'review')).toBe(review);
  });

  test('are looked up in the tree before the change', async () => {
    const { project } = aProject({ [path]: forward, 'src/state/axis.js': 'export const axis = 1;\n' });
    rmSync(join(project, path));
    const { changes, rest } = await readChanges(project, { before: 'HEAD', after: null });
    expect(await rest.paths()).toContain(path);
    expect(await severityOf('test-file-deleted', { changes, rest, stance: 'review' })).toBe('medium');
  });
});

describe('a test file deleted with the module it imported', () => {
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
  const judge = async (
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

  test.each([
    ['a remaining source file', { 'shop/report.py': using }, {}],
    ['a remaining entry point', { 'pyproject.toml': entry }, {}],
    ['an entry point deleted with it', { 'pyproject.toml': entry }, { 'pyproject.toml': '[project.scripts]\n' }],
  ])('blocks if it was named by %s', async (_, more, edited) => {
    expect(await judge(more, edited as Record<string, string>)).toBe('critical');
  });
});

describe('a deleted file that others still import', () => {
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
    ['shop/tax.py', 'high', 'shop/relative.py still imports it.'],
    ['shop/plain.py', 'high', 'shop/whole.py still imports it.'],
    ['src/slug.ts', 'high', 'src/index.ts still imports it.'],
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

  test('does not block if it became a folder or another language', async () => {
    const { project } = aProject(files);
    rmSync(join(project, 'src/slug.ts'));
    mkdirSync(join(project, 'src/slug'));
    writeFileSync(join(project, 'src/slug/index.ts'), "export { low as slug } from './low.ts';\n");
    const { changes, rest } = await readChanges(project, { before: 'HEAD', after: null });
    const { findings } = await guard({ changes, rest, stance: 'review' });
    expect(findings.filter(isBlocking)).toEqual([]);
  });
});
