import { describe, expect, test } from 'vitest';
import { blocking, edit, inBothStances, quiet } from '../../test/support/guard/judge.ts';
import type { RestOfTree } from './finding/types.ts';
import { guard } from './guard.ts';

/** Honest changes that were mistaken for losses, each next to the loss that it resembles. */

const tls = (body: string): string => `package tls\n\nfunc Dial(address string) (Conn, error)${body}\n`;
const refusing = (text: string): string => ` {\n\treturn nil, errors.New("${text}")\n}`;

quiet('a function that did not work before', [
  ['no body', 'tls.go', tls(''), tls(' {\n\tpanic("not implemented")\n}')],
  ['a misspelt refusal', 'tls.go', tls(refusing('tls not implmented')), tls(refusing('tls not implemented'))],
]);

test('a function that worked and now throws', async () => {
  const working = ' {\n\tconn, err := open(address)\n\treturn wrap(conn), err\n}';
  expect(await blocking(edit('tls.go', tls(working), tls(refusing('tls not implemented'))))).toEqual([
    'function-stubbed',
  ]);
});

describe('a tolerance', () => {
  const of = (delta: string): string =>
    `class PlaceTest {\n  @Test\n  void converts() {\n    assertEquals(123.006, place().lng(), ${delta});\n  }\n}\n`;
  test.each([
    ['0.00000000000001', []],
    ['0.01', ['assertion-weakened']],
  ])('of 0 that became %s', async (delta, expected) => {
    expect(await blocking(edit('src/test/java/PlaceTest.java', of('0'), of(delta)))).toEqual(expected);
  });
});

describe('tests ignored by a choice of two lists', () => {
  const conftest = (value: string): string => `import os\n\ncollect_ignore = ${value}\n`;
  test.each([
    ['["test_redis.py"] if os.environ.get("PG") else ["test_pg.py"]', 'none'],
    ['["test_redis.py"]', 'critical'],
    ['["test_redis.py"] if True else []', 'critical'],
    ['[]\nif True:\n    collect_ignore = ["test_redis.py"]', 'critical'],
  ])('%s', async (value, agent) => {
    const found = await inBothStances('test-skipped', edit('tests/conftest.py', null, conftest(value)));
    expect(found.agent).toBe(agent);
  });
});

describe('a newly disabled test', () => {
  const suite = (mark: string, body: string): string =>
    `class SortTest {\n  @Test\n${mark}  void sorts() {\n${body}  }\n}\n`;
  test.each([
    [
      'a benchmark',
      '    long start = now();\n    sort(numbers(10000000));\n    System.out.println(now() - start);\n',
      'medium',
    ],
    ['its own assertions', '    assertEquals(List.of(1, 2), sort(List.of(2, 1)));\n', 'critical'],
    ['a check that it calls', '    List<Integer> all = sort(numbers(3));\n    verifySorted(all);\n', 'critical'],
  ])('with %s', async (_, body, review) => {
    const change = edit('src/test/java/SortTest.java', suite('', body), suite('  @Ignore\n', body));
    expect(await inBothStances('test-skipped', change)).toEqual({ agent: 'critical', review });
  });
});

describe('tests whose names all exist in another changed file', () => {
  const claims = (call: string, ...names: string[]): string =>
    names
      .map((name) => `test('debounce ${name}', () => {\n  expect(${call}('${name}')).toBe('${name}!');\n});\n`)
      .join('');
  const rest: RestOfTree = {
    filesContaining: async () => [],
    namesUsedIn: async () => new Set(),
    paths: async () => [],
  };
  const judge = async (...names: string[]): Promise<string | undefined> => {
    const stable = claims('debounce', ...names);
    const changes = [
      edit('async/unstable_debounce.test.ts', claims('unstable', 'handles called', 'handles cancelled'), null),
      edit('async/debounce.test.ts', stable, `${stable}// one module now\n`),
    ];
    const { findings } = await guard({ changes, rest, stance: 'review' });
    return findings.find((one) => one.pattern === 'test-file-deleted')?.severity;
  };
  test('were duplicates', async () => expect(await judge('handles called', 'handles cancelled')).toBe('medium'));
  test('were not if one is missing', async () => expect(await judge('handles called')).toBe('critical'));
});

test('a case without its own name is named after the test that runs it', async () => {
  const keys =
    'package toml\n\nfunc TestDottedKey(t *testing.T) {\n\tfor _, tt := range tests {\n\t\tt.Run("", func(t *testing.T) {\n\t\t\tif have := decode(tt.in); have != tt.want {\n\t\t\t\tt.Errorf("have %s", have)\n\t\t\t}\n\t\t})\n\t}\n}\n';
  const remaining = '\nfunc TestPlainKey(t *testing.T) {\n\tassert.Equal(t, "a", decode("a"))\n}\n';
  const { findings } = await guard({
    changes: [edit('decode_test.go', keys + remaining, `package toml\n${remaining}`)],
  });
  expect(findings.map((one) => one.why)).toEqual(['"TestDottedKey" was removed.']);
});

test('a workflow in a subfolder never ran', async () => {
  const workflow = 'on: push\njobs:\n  lint:\n    steps:\n      - run: yarn lint\n      - run: yarn build\n';
  const removed = (path: string) => inBothStances('check-removed', edit(path, workflow, null));
  expect(await removed('packages/router/.github/workflows/ci.yml')).toEqual({ agent: 'none', review: 'none' });
  expect(await removed('.github/workflows/ci.yml')).toEqual({ agent: 'high', review: 'high' });
});

test.each([
  ['Error', []],
  ['Exception', ['assertion-swallowed']],
])('a failed assert and `except %s` in Python', async (caught, expected) => {
  const before =
    'def test_version():\n    request = make()\n    request.set_version(1)\n    assert request.get_version() == 1\n';
  const after = `def test_version():\n    request = make()\n    try:\n        request.set_version(1)\n        assert request.get_version() == 1\n    except ${caught}:\n        pass\n`;
  expect(await blocking(edit('tests/test_crypto.py', before, after))).toEqual(expected);
});

test('a focus that a test only registers as a sample', async () => {
  const remaining = "it('runs all', () => {\n  expect(run()).toBe(2);\n});\n";
  const sample =
    "it('honours only', () => {\n  const seen = capture(() => {\n    describe.only('suite', () => {\n      it('inner', () => {});\n    });\n  });\n  expect(seen).toEqual(['inner']);\n});\n";
  const real = "describe.only('suite', () => {\n  it('inner', () => {\n    expect(run()).toBe(1);\n  });\n});\n";
  const path = 'src/framework.test.ts';
  expect(await blocking(edit(path, remaining, remaining + sample))).toEqual([]);
  expect(await blocking(edit(path, remaining, remaining + real))).toEqual(['test-focused']);
});
