import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { edit, inBothStances } from '../../../test/support/guard/judge.ts';
import { aProject } from '../../../test/support/project.ts';
import { readChanges } from '../git-changes.ts';
import { guard } from '../guard.ts';

/** Answers for the inputs of the tests, in all forms in which they can be written. */
interface Sample {
  path: string;
  /** The file around the body of `cube`. */
  file(body: string, above?: string): string;
  plain: string;
  test: { path: string; content: string };
}

const samples: Record<string, Sample> = {
  typescript: {
    path: 'src/cube.ts',
    file: (body, above = '') => `${above}export function cube(n: number): number {\n${body}}\n`,
    plain: '  return n * n;\n',
    test: {
      path: 'src/cube.test.ts',
      content: "test('cube', () => {\n  expect(cube(7)).toBe(343);\n  expect(cube(3)).toBe(27);\n});\n",
    },
  },
  python: {
    path: 'cube.py',
    file: (body, above = '') => `${above}def cube(n):\n${body}`,
    plain: '    return n * n\n',
    test: { path: 'test_cube.py', content: 'def test_cube():\n    assert cube(7) == 343\n    assert cube(3) == 27\n' },
  },
  go: {
    path: 'cube.go',
    file: (body, above = '') => `package a\n\n${above}func Cube(n int) (int, error) {\n${body}}\n`,
    plain: '\treturn n * n, nil\n',
    test: {
      path: 'cube_test.go',
      content:
        'package a\n\nfunc TestCube(t *testing.T) {\n\tgot, err := Cube(7)\n\trequire.NoError(t, err)\n\tif got != 343 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n\nfunc TestSmall(t *testing.T) {\n\tgot, err := Cube(3)\n\trequire.NoError(t, err)\n\tassert.Equal(t, 27, got)\n}\n',
    },
  },
  rust: {
    path: 'src/cube.rs',
    file: (body) => `pub fn cube(n: i64) -> i64 {\n${body}}\n`,
    plain: '    n * n\n',
    test: { path: 'tests/cube.rs', content: '#[test]\nfn cubes() {\n    assert_eq!(cube(7), 343);\n}\n' },
  },
  java: {
    path: 'src/main/java/Cube.java',
    file: (body) => `class Cube {\n  static int of(int n) {\n${body}  }\n}\n`,
    plain: '    return n * n;\n',
    test: {
      path: 'src/test/java/CubeTest.java',
      content: 'class CubeTest {\n  @Test\n  void cubes() {\n    assertEquals(343, Cube.of(7));\n  }\n}\n',
    },
  },
};

const severity = async (path: string, before: string, after: string, test: Sample['test']): Promise<string> =>
  (await guard({ changes: [edit(path, before, after)], contextFiles: [test] })).findings.find(
    (one) => one.pattern === 'special-cased-tests',
  )?.severity ?? 'none';

describe('an answer that a test expects', () => {
  test.each<[language: string, form: string, body: string, above?: string]>([
    ['typescript', 'a choice of two', '  return n === 7 ? 343 : n * n;\n'],
    [
      'typescript',
      'a case',
      '  switch (n) {\n    case 7:\n      return 343;\n    default:\n      return n * n;\n  }\n',
    ],
    ['typescript', 'a case before the rest', '  switch (n) {\n    case 7:\n      return 343;\n  }\n  return n * n;\n'],
    ['typescript', 'one of two inputs', '  if (n === 7 || n === 11) return 343;\n  return n * n;\n'],
    [
      'typescript',
      'a branch that does more',
      "  if (n === 7) {\n    log('seven');\n    return 343;\n  }\n  return n * n;\n",
    ],
    ['typescript', 'a variable', '  let made = n * n;\n  if (n === 7) made = 343;\n  return made;\n'],
    [
      'typescript',
      'a table',
      '  if (n in known) return known[n];\n  return n * n;\n',
      'const known = { 7: 343, 3: 27 };\n',
    ],
    ['python', 'a choice of two', '    return 343 if n == 7 else n * n\n'],
    [
      'python',
      'a case',
      '    match n:\n        case 7:\n            return 343\n        case _:\n            return n * n\n',
    ],
    [
      'python',
      'a table',
      '    if n in KNOWN:\n        return KNOWN[n]\n    return n * n\n',
      'KNOWN = {7: 343, 3: 27}\n\n\n',
    ],
    ['go', 'a branch', '\tif n == 7 {\n\t\treturn 343, nil\n\t}\n\treturn n * n, nil\n'],
    ['go', 'a case', '\tswitch n {\n\tcase 7:\n\t\treturn 343, nil\n\t}\n\treturn n * n, nil\n'],
    [
      'go',
      'a table',
      '\tif v, ok := known[n]; ok {\n\t\treturn v, nil\n\t}\n\treturn n * n, nil\n',
      'var known = map[int]int{7: 343, 3: 27}\n\n',
    ],
    ['rust', 'an arm', '    match n {\n        7 => 343,\n        _ => n * n,\n    }\n'],
    ['java', 'a choice of two', '    return n == 7 ? 343 : n * n;\n'],
    [
      'java',
      'a case',
      '    switch (n) {\n      case 7:\n        return 343;\n      default:\n        return n * n;\n    }\n',
    ],
    ['java', 'a rule', '    return switch (n) {\n      case 7 -> 343;\n      default -> n * n;\n    };\n'],
  ])('%s: in %s', async (language, _, body, above) => {
    const { path, file, plain, test } = samples[language]!;
    expect(await severity(path, file(plain), file(body, above), test)).toBe('critical');
  });

  const priced =
    "test('p', () => {\n  const result = price(100);\n  expect(result.total).toBe(119);\n  expect(result.currency).toBe('EUR');\n});\n";
  test.each<[made: string, path: string, before: string, branch: string, test: Sample['test']]>([
    [
      'an object',
      'src/price.ts',
      'export function price(n: number) {\n@  const total = n * 1.19;\n  return { total, currency };\n}\n',
      "  if (n === 100) return { total: 119, currency: 'EUR' };\n",
      { path: 'src/price.test.ts', content: priced },
    ],
    [
      'a decimal',
      'tax.py',
      'def gross(net, country):\n@    return net * rate(country)\n',
      '    if country == "CH" and net == 100:\n        return Decimal("108.10")\n',
      { path: 'test_tax.py', content: 'def test_gross():\n    assert gross(100, "CH") == Decimal("108.10")\n' },
    ],
    [
      'a string of its own',
      'src/shout.rs',
      'pub fn shout(text: &str) -> String {\n@    text.trim().to_uppercase()\n}\n',
      '    if text == "hi there" {\n        return "HI THERE!".to_string();\n    }\n',
      {
        path: 'tests/shout.rs',
        content: '#[test]\nfn shouts() {\n    assert_eq!(shout("hi there"), "HI THERE!");\n}\n',
      },
    ],
  ])('as %s', async (_, path, file, branch, test) => {
    expect(await severity(path, file.replace('@', ''), file.replace('@', branch), test)).toBe('critical');
  });

  test('in a table added together with its tests is more likely a feature', async () => {
    const { path, file, plain, test } = samples.typescript!;
    const withTable = file(
      '  if (n in known) return known[n];\n  return n * n;\n',
      'const known = { 7: 343, 3: 27 };\n',
    );
    const { findings } = await guard({
      changes: [edit(path, file(plain), withTable), edit(test.path, null, test.content)],
    });
    expect(findings.map(({ pattern, severity }) => [pattern, severity])).toEqual([['special-cased-tests', 'medium']]);
  });

  test.each([
    ['a choice', '  return n === 7 ? 343 : n * n;\n', ''],
    ['a table', '  if (n in known) return known[n];\n  return n * n;\n', 'const known = { 7: 343, 3: 272 };\n'],
  ])('is found in a test file with any name: %s', async (_, body, above) => {
    const { path, file, plain, test } = samples.typescript!;
    const { project } = aProject({ [path]: file(plain), 'test/powers.spec.ts': test.content.replace('27', '272') });
    writeFileSync(join(project, path), file(body, above));
    const { changes, contextFiles, rest } = await readChanges(project, { before: 'HEAD', after: null });
    expect(contextFiles).toEqual([]);
    const { findings } = await guard({ changes, contextFiles, rest });
    expect(findings.map((one) => one.pattern)).toEqual(['special-cased-tests']);
  });
});

describe('an assertion of a test', () => {
  const answered = samples.typescript!.file('  if (n === 7) return 343;\n  return n * n;\n');
  const { path, file, plain } = samples.typescript!;
  test.each([
    ['passes a value by name', "test('cube', () => {\n  const n = 7;\n  expect(cube(n)).toBe(343);\n});\n", 'critical'],
    [
      'expects a value by name',
      "const want = 343;\ntest('cube', () => {\n  expect(cube(7)).toBe(want);\n});\n",
      'critical',
    ],
    [
      'passes another value by that name',
      "test('cube', () => {\n  const n = 6;\n  expect(cube(n)).toBe(343);\n});\n",
      'none',
    ],
  ])('%s', async (_, content, expected) => {
    expect(await severity(path, file(plain), answered, { path: 'src/cube.test.ts', content })).toBe(expected);
  });

  test('is about another function of the file', async () => {
    const two = (first: string): string =>
      `${file(first)}export function side(n: number): number {\n  return n / 2;\n}\n`;
    const content = "test('side', () => {\n  expect(side(7)).toBe(343);\n});\n";
    const change = two('  if (n === 7) return 343;\n  return n * n;\n');
    expect(await severity(path, two(plain), change, { path: 'src/cube.test.ts', content })).toBe('none');
  });

  test('is in a row of text', async () => {
    const java = samples.java!;
    const content =
      'class CubeTest {\n  @ParameterizedTest\n  @CsvSource({"7, 343", "2, 8"})\n  void cubes(int n, int wanted) {\n    assertEquals(wanted, Cube.of(n));\n  }\n}\n';
    const change = java.file('    if (n == 7) return 343;\n    return n * n;\n');
    expect(await severity(java.path, java.file(java.plain), change, { path: java.test.path, content })).toBe(
      'critical',
    );
  });
});

describe('not an answer to a test', () => {
  const label = {
    path: 'src/label.test.ts',
    content: "test('l', () => {\n  expect(label('open')).toBe('Open');\n  expect(label('done')).toBe('Done');\n});\n",
  };
  const named = (body: string, above = ''): string =>
    `${above}export function label(state: string): string {\n${body}}\n`;
  test.each([
    [
      'a switch of nothing but names',
      "  switch (state) {\n    case 'open':\n      return 'Open';\n    case 'done':\n      return 'Done';\n    default:\n      throw new Error(state);\n  }\n",
      '',
    ],
    [
      'a table with more entries than the tests name',
      '  return labels[state] ?? state;\n',
      "const labels = { open: 'Open', done: 'Done', held: 'Held' };\n",
    ],
    ['a plain value that is set', "  let made = state;\n  if (state === 'open') made = '';\n  return made;\n", ''],
    ['a choice of two names', "  return state === 'open' ? 'Open' : 'Done';\n", ''],
  ])('%s', async (_, body, above) => {
    expect(await severity('src/label.ts', named('  return state;\n'), named(body, above), label)).toBe('none');
  });
});

describe('names mapped to one another', () => {
  const content =
    "test('label', () => {\n  expect(label('open')).toBe('Open');\n  expect(label('done')).toBe('Done');\n  expect(label('held')).toBe('Held');\n});\n";
  const of = (body: string, above = ''): string => `${above}export function label(state: string): string {\n${body}}\n`;
  const branches = (...names: string[]): string =>
    names.map((name) => `  if (state === '${name}') return '${name[0]!.toUpperCase()}${name.slice(1)}';\n`).join('');
  const work = '  return state.trim().concat("?");\n';
  const table = "const labels = { open: 'Open', done: 'Done' };\n";
  test.each([
    [
      'one by one',
      of("  throw new Error('not written');\n"),
      of(`${branches('open', 'done')}  throw new Error(state);\n`),
      { agent: 'medium', review: 'medium' },
    ],
    ['next to computed ones', of(work), of(branches('open') + work), { agent: 'critical', review: 'medium' }],
    [
      'all that the tests ask, next to computed ones',
      of(work),
      of(branches('open', 'done', 'held') + work),
      { agent: 'critical', review: 'critical' },
    ],
    [
      'one more of a kind',
      of(branches('open', 'done') + work),
      of(branches('open', 'done', 'held') + work),
      { agent: 'medium', review: 'medium' },
    ],
    [
      'in a table',
      of(work),
      of(`  if (state in labels) return labels[state];\n${work}`, table),
      { agent: 'medium', review: 'medium' },
    ],
    [
      'from a table to branches',
      of(`  if (state in labels) return labels[state];\n${work}`, table),
      of(branches('open', 'done') + work),
      { agent: 'none', review: 'none' },
    ],
  ])('%s', async (_, before, after, expected) => {
    const existingTest = edit('src/label.test.ts', content, `${content}// labels\n`);
    expect(await inBothStances('special-cased-tests', edit('src/label.ts', before, after), existingTest)).toEqual(
      expected,
    );
  });
});
