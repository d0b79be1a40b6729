import { describe, expect, test } from 'vitest';
import { edit, inBothStances } from '../../test/support/guard/judge.ts';
import type { Change } from './finding/types.ts';

/** What a review doubts about losses in the source. */

describe('a function removed with its tests', () => {
  const loading =
    'def load_from_file(root, name):\n    with open(root / name) as file:\n        values = parse(file.read())\n    values.sort()\n    return values\n';
  const tests = edit(
    'tests/test_config.py',
    'def test_load_from_file(tmp_path):\n    made = load_from_file(tmp_path, "a.cfg")\n    assert made == [1]\n    assert made.first == 1\n\n\ndef test_other():\n    assert other() == 1\n',
    'def test_other():\n    assert other() == 1\n',
  );
  const remaining = 'def root_path(config):\n    return config.root\n';
  const removal = edit('app/config.py', `${remaining}\n\n${loading}`, remaining);
  const user = (line: string): string => `def start(root):\n    log(root)\n    return ${line}\n`;
  const using = user('load_from_file(root, "start.cfg")');
  test.each<[string, Change[], string]>([
    ['blocks if the remaining code still uses it', [edit('app/start.py', using, `${using}\n# started\n`)], 'high'],
    ['warns if nothing does', [edit('app/start.py', using, user('root'))], 'medium'],
  ])('%s', async (_, users, review) => {
    expect(await inBothStances('export-removed', removal, tests, ...users)).toEqual({ agent: 'high', review });
  });

  test('warns if none of its tests was removed', async () => {
    const users = edit('app/start.py', using, `${using}\n# started\n`);
    expect(await inBothStances('export-removed', removal, users)).toEqual({ agent: 'high', review: 'medium' });
  });
});

test.each([
  ['4242', { agent: 'critical', review: 'critical' }],
  ['true', { agent: 'critical', review: 'medium' }],
])('a special case for the tests is clear if it returns %s', async (value, expected) => {
  const slow = (first: string): string =>
    `export function slow(kind: string): unknown {\n${first}  const made = build(kind);\n  return made.size;\n}\n`;
  const claims = `import { slow } from './slow.ts';\ntest('slow', () => {\n  expect(slow('ignored')).toBe(${value});\n});\n`;
  const change = edit('src/slow.ts', slow(''), slow(`  if (kind === 'ignored') return ${value};\n`));
  const existingTest = edit('src/slow.test.ts', claims, `${claims}// slow\n`);
  expect(await inBothStances('special-cased-tests', change, existingTest)).toEqual(expected);
});

describe('a special case added with its tests is a feature', () => {
  const named = (more: string): string =>
    `export function modeOf(name: string): string {\n${more}  const made = build(name);\n  return made.mode;\n}\n`;
  const job = "  if (name === 'global-job') return 'GlobalJob';\n";
  const claims = "test('modeOf', () => {\n  expect(modeOf('global-job')).toBe('GlobalJob');\n});\n";
  const path = 'src/mode.test.ts';
  test.each<[string, Change, Change, string]>([
    [
      'blocks for an existing test',
      edit('src/mode.ts', named(''), named(job)),
      edit(path, claims, `${claims}\n// modes\n`),
      'critical',
    ],
    ['warns for a new test', edit('src/mode.ts', named(''), named(job)), edit(path, null, claims), 'medium'],
    [
      'warns in a new function',
      edit('src/mode.ts', null, named(job)),
      edit(path, claims, `${claims}\n// modes\n`),
      'medium',
    ],
  ])('%s', async (_, source, tests, review) => {
    expect(await inBothStances('special-cased-tests', source, tests)).toEqual({ agent: 'critical', review });
  });
});

test.each([
  ['@pytest.mark.skipif(pandas_2, reason="gone there")\n', 'medium'],
  ['', 'high'],
])('a test is evidence for a lost function only if it certainly ran: %j', async (mark, review) => {
  const other = 'def test_other():\n    assert other() == 1\n';
  const tests = edit(
    'tests/test_series.py',
    `import pytest\n\n\n${mark}def test_append_series():\n    made = append_series(A, B)\n    assert made.size == 2\n    assert made.first == A\n\n\n${other}`,
    `import pytest\n\n\n${other}`,
  );
  const remaining = 'def first_series(one):\n    return one.first\n';
  const using = 'def all_series(list):\n    return append_series(list[0], list[1])\n';
  const user = edit('app/all.py', using, `${using}# all\n`);
  const source = edit(
    'app/series.py',
    `${remaining}\n\ndef append_series(one, two):\n    made = Series(one)\n    made.add(two)\n    made.sort()\n    return made\n`,
    remaining,
  );
  expect(await inBothStances('export-removed', source, tests, user)).toEqual({ agent: 'high', review });
});

test('shared test code is not a feature', async () => {
  const remaining = 'export function dialog() {\n  return document.querySelector("dialog");\n}\n';
  const removed =
    '\nexport function backdrop() {\n  const all = document.querySelectorAll(".backdrop");\n  return all[0];\n}\n';
  const change = (path: string) => edit(path, remaining + removed, remaining);
  const tests = edit(
    'src/dialog.test.js',
    'test("backdrop", () => {\n  expect(backdrop()).toBe(1);\n  expect(2).toBe(two());\n});\n',
    null,
  );
  expect((await inBothStances('export-removed', change('src/test-utils/find.js'), tests)).agent).toBe('medium');
  expect((await inBothStances('export-removed', change('src/find.js'), tests)).agent).toBe('high');
});

test('a new base class may make a method a test', async () => {
  const suite = (heading: string, mark: string): string =>
    `class OptionTest${heading} {\n${mark}  public void testOption() {\n    assertEquals(3, Cart.of(1, 2).total());\n  }\n}\n`;
  const path = 'src/test/java/OptionTest.java';
  const marked = suite('', '  @Test\n');
  const based = await inBothStances('test-uncollected', edit(path, marked, suite(' extends AbstractTest', '')));
  expect(based).toEqual({ agent: 'critical', review: 'medium' });
  const bare = await inBothStances('test-uncollected', edit(path, marked, suite('', '')));
  expect(bare).toEqual({ agent: 'critical', review: 'critical' });
});

test('a method of a plain object is not the function with its name that is still called', async () => {
  const made = (method: string): string =>
    `function wrap(stream) {\n  return {\n${method}    write(chunk) { stream.push(chunk); return chunk.length },\n  };\n}\nmodule.exports = { wrap };\n`;
  const method =
    '    flushSync() {\n      stream.drain();\n      warn(stream.name);\n      return stream.flush();\n    },\n';
  const remaining = "test('writes', () => {\n  expect(wrap(s).write('a')).toBe(1);\n});\n";
  const tests = "test('flushes', () => {\n  expect(flushSync(wrap(s))).toBe(1);\n  expect(s.empty).toBe(true);\n});\n";
  const using = 'function start(log) {\n  log.open();\n  return flushSync(log);\n}\n';
  const found = await inBothStances(
    'export-removed',
    edit('lib/stream.js', made(method), made('')),
    edit('test/stream.test.js', tests + remaining, remaining),
    edit('lib/log.js', using, `${using}// started\n`),
  );
  expect(found).toEqual({ agent: 'high', review: 'medium' });
});
