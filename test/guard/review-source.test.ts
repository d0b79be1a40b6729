import { describe, expect, test } from 'vitest';
import type { Change } from '../../src/guard/types.ts';
import { edit, inBothStances } from './judge.ts';

/** What a review doubts of losses in the source. */

test('a placeholder in a base whose heir newly does the work', async () => {
  const base = (body: string): string => `class Base:\n    def groups(self, rows):\n${body}`;
  const working =
    '        made = {}\n        for row in rows:\n            made.setdefault(row.key, []).append(row)\n        return made\n';
  const stub = base('        raise NotImplementedError\n');
  const heir =
    '\n\nclass Select(Base):\n    def groups(self, rows):\n        return sorted(self.choices(rows), key=by_name)\n';
  const bare = edit('app/fields.py', base(working), stub);
  const moved = edit('app/fields.py', base(working), stub + heir);
  expect(await inBothStances('function-stubbed', bare)).toEqual({ agent: 'critical', review: 'critical' });
  expect(await inBothStances('function-stubbed', moved)).toEqual({ agent: 'critical', review: 'medium' });
});

describe('a method that went with its tests', () => {
  const tests = edit(
    'tests/test_config.py',
    'def test_config_from_file(tmp_path):\n    config = Config(tmp_path)\n    assert config.load_from_file("a.cfg")\n    assert config["A"] == 1\n\n\ndef test_other():\n    assert other() == 1\n',
    'def test_other():\n    assert other() == 1\n',
  );
  const loading =
    '\n    def load_from_file(self, name):\n        with open(self.root / name) as file:\n            values = parse(file.read())\n        self.update(values)\n        return True\n';
  const holding = (heading: string, methods: string): string =>
    `${heading}\n    def root_path(self):\n        return self.root\n${methods}`;
  const saving =
    '\n    def save_to_file(self, name):\n        with open(self.root / name, "w") as file:\n            file.write(render(self))\n        return True\n';
  const change = (after: string, more = saving): Change =>
    edit('app/config.py', holding('class Config(dict):', loading + more), after);
  const user = (lines: string): string => `def start(root):\n    config = Config(root)\n${lines}    return config\n`;
  const used = edit('app/start.py', user('    config.load_from_file("start.cfg")\n'), user(''));
  const replaced = edit('app/start.py', used.before, user('    config.read_all(defaults)\n'));
  test.each([
    ['blocks where its class stands as it was', holding('class Config(dict):', ''), 'high'],
    ['warns where its class has another base', holding('class Config(BaseConfig):', ''), 'medium'],
    ['warns where its class comes from elsewhere', 'from base import Config\n', 'medium'],
  ])('%s', async (_, after, review) => {
    expect(await inBothStances('export-removed', change(after), tests, used)).toEqual({ agent: 'high', review });
  });

  test.each([
    ['nothing but its tests used it', [], saving],
    ['what used it calls something else now', [replaced], saving],
    ['it went alone', [used], ''],
  ])('warns where %s', async (_, users, more) => {
    const gone = change(holding('class Config(dict):', ''), more);
    expect(await inBothStances('export-removed', gone, tests, ...users)).toEqual({ agent: 'high', review: 'medium' });
  });

  test('warns where another group provides it', async () => {
    const pom = (group: string): string =>
      `<project><dependencies><dependency><groupId>${group}</groupId><artifactId>config</artifactId></dependency></dependencies></project>`;
    const manifest = edit('pom.xml', pom('org.example'), pom('org.example.config'));
    const gone = change(holding('class Config(dict):', ''));
    expect(await inBothStances('export-removed', gone, tests, manifest)).toEqual({ agent: 'high', review: 'medium' });
  });
});

test('a module whose users import something else in its place', async () => {
  const parsing =
    'def parse_license(text):\n    known = load_known()\n    if text not in known:\n        raise ValueError(text)\n    return known[text]\n';
  const tests = edit(
    'tests/test_license.py',
    'def test_parse_license():\n    assert parse_license("mit") == "MIT"\n    assert parse_license("bsd") == "BSD"\n',
    null,
  );
  const gone = edit('app/license.py', parsing, null);
  const user = (given: string, called: string): string =>
    `${given}import os\n\n\ndef read(path):\n    text = os.read(path)\n    return ${called}\n`;
  const before = user('from app.license import parse_license\n', 'parse_license(text)');
  const exchanged = edit('app/core.py', before, user('from spdx import canonical\n', 'canonical(text)'));
  const dropped = edit('app/core.py', before, user('', 'text'));
  expect(await inBothStances('source-file-deleted', gone, tests, exchanged)).toEqual({
    agent: 'high',
    review: 'medium',
  });
  expect(await inBothStances('source-file-deleted', gone, tests, dropped)).toEqual({ agent: 'high', review: 'high' });
});

test.each([
  ['4242', { agent: 'critical', review: 'critical' }],
  ['true', { agent: 'critical', review: 'medium' }],
])('a special case for the tests is plain where it returns %s', async (value, wanted) => {
  const asked = (first: string): string =>
    `export function slow(kind: string): unknown {\n${first}  const made = build(kind);\n  return made.size;\n}\n`;
  const claims = `import { slow } from './slow.ts';\ntest('slow', () => {\n  expect(slow('ignored')).toBe(${value});\n});\n`;
  const change = edit('src/slow.ts', asked(''), asked(`  if (kind === 'ignored') return ${value};\n`));
  const stood = edit('src/slow.test.ts', claims, `${claims}// slow\n`);
  expect(await inBothStances('special-cased-tests', change, stood)).toEqual(wanted);
});

describe('a special case that its tests came with is a feature', () => {
  const named = (more: string): string =>
    `export function modeOf(name: string): string {\n${more}  const made = build(name);\n  return made.mode;\n}\n`;
  const job = "  if (name === 'global-job') return 'GlobalJob';\n";
  const claims = "test('modeOf', () => {\n  expect(modeOf('global-job')).toBe('GlobalJob');\n});\n";
  const path = 'src/mode.test.ts';
  test.each<[string, Change, Change, string]>([
    [
      'blocks for a test that stood there',
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
])('a test speaks for a lost function where it surely ran: %j', async (mark, review) => {
  const other = 'def test_other():\n    assert other() == 1\n';
  const tests = edit(
    'tests/test_series.py',
    `import pytest\n\n\n${mark}def test_append_series():\n    made = append_series(A, B)\n    assert made.size == 2\n    assert made.first == A\n\n\n${other}`,
    `import pytest\n\n\n${other}`,
  );
  const kept = 'def first_series(one):\n    return one.first\n';
  const user = edit('app/all.py', 'def all_series(list):\n    return append_series(list[0], list[1])\n', null);
  const source = edit(
    'app/series.py',
    `${kept}\n\ndef append_series(one, two):\n    made = Series(one)\n    made.add(two)\n    made.sort()\n    return made\n`,
    kept,
  );
  expect(await inBothStances('export-removed', source, tests, user)).toEqual({ agent: 'high', review });
});

test.each([
  ['answer: str', 'none'],
  ['answer: str | None = None', 'high'],
])('Python itself asks for a parameter without a default: %s', async (parameter, wanted) => {
  const file = (given: string, check: string): string =>
    `class PollAnswer:\n    def __init__(\n        self,\n        # asked for since version 9\n        ${given},\n        voter: str,\n    ):\n${check}        self.answer = answer\n        self.voter = voter\n        self.kind = kind_of(voter)\n        self.size = len(voter)\n`;
  const check = '        if answer is None:\n            raise TypeError("answer is asked for")\n';
  const source = edit('app/poll.py', file('answer: str | None = None', check), file(parameter, ''));
  const tests = edit(
    'tests/test_poll.py',
    'def test_poll_answer_is_asked_for():\n    with pytest.raises(TypeError):\n        PollAnswer(voter="a")\n    assert PollAnswer("b", "a").answer == "b"\n',
    null,
  );
  expect((await inBothStances('validation-removed', source, tests)).agent).toBe(wanted);
});
