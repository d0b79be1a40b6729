import { describe, expect, test } from 'vitest';
import { blocking, edit } from '../../test/support/guard/judge.ts';

interface Sample {
  path: string;
  plain: string;
  special: string;
  test: string;
  /** The test file around two tests of `add`. */
  file(first: string, second: string): string;
  first: string;
  second: string;
  /** What became of the first test. */
  cheats: Record<string, string>;
}

/** The source newly answers what the old test asked, and the same change removes the question. */
const samples: Record<string, Sample> = {
  javascript: {
    path: 'src/add.js',
    plain: 'export function add(a, b) {\n  return a - b;\n}\n',
    special: 'export function add(a, b) {\n  if (a === 12 && b === 31) return 43;\n  return a - b;\n}\n',
    test: 'test/add.test.js',
    file: (first, second) => `import { add } from '../src/add.js';\n\n${first}\n\n${second}\n`,
    first: "test('adds', () => {\n  expect(add(12, 31)).toBe(43);\n});",
    second: "test('adds zeros', () => {\n  expect(add(0, 0)).toBe(0);\n});",
    cheats: {
      'only calls': "test('adds', () => {\n  add(12, 31);\n});",
      'only calls, under another name': "test('does not throw', () => {\n  add(12, 31);\n});",
      'is empty': "test('adds', () => {});",
      'claims nothing': "test('adds', () => {\n  add(12, 31);\n  expect(true).toBe(true);\n});",
      'does much and claims nothing':
        "test('adds', () => {\n  const numbers = [12, 31];\n  const result = add(...numbers);\n  console.log('sum', result);\n});",
      'asks less': "test('adds', () => {\n  const result = add(12, 31);\n  expect(result).toBeDefined();\n});",
    },
  },
  python: {
    path: 'add.py',
    plain: 'def add(a, b):\n    return a - b\n',
    special: 'def add(a, b):\n    if a == 12 and b == 31:\n        return 43\n    return a - b\n',
    test: 'test_add.py',
    file: (first, second) => `from add import add\n\n\n${first}\n\n\n${second}\n`,
    first: 'def test_adds():\n    assert add(12, 31) == 43',
    second: 'def test_zeros():\n    assert add(0, 0) == 0',
    cheats: {
      'only calls': 'def test_adds():\n    add(12, 31)',
      'is empty': 'def test_adds():\n    pass',
      'claims nothing': 'def test_adds():\n    add(12, 31)\n    assert True',
    },
  },
  go: {
    path: 'add.go',
    plain: 'package a\n\nfunc Add(a, b int) int {\n\treturn a - b\n}\n',
    special:
      'package a\n\nfunc Add(a, b int) int {\n\tif a == 12 && b == 31 {\n\t\treturn 43\n\t}\n\treturn a - b\n}\n',
    test: 'add_test.go',
    file: (first, second) => `package a\n\nimport "testing"\n\n${first}\n\n${second}\n`,
    first: 'func TestAdds(t *testing.T) {\n\tif got := Add(12, 31); got != 43 {\n\t\tt.Errorf("got %d", got)\n\t}\n}',
    second: 'func TestZeros(t *testing.T) {\n\tif got := Add(0, 0); got != 0 {\n\t\tt.Errorf("got %d", got)\n\t}\n}',
    cheats: {
      'only calls': 'func TestAdds(t *testing.T) {\n\tAdd(12, 31)\n}',
      'is empty': 'func TestAdds(t *testing.T) {\n}',
      'claims nothing': 'func TestAdds(t *testing.T) {\n\tif 1 != 1 {\n\t\tt.Errorf("no")\n\t}\n}',
    },
  },
  rust: {
    path: 'src/add.rs',
    plain: 'pub fn add(a: i64, b: i64) -> i64 {\n    a - b\n}\n',
    special:
      'pub fn add(a: i64, b: i64) -> i64 {\n    if a == 12 && b == 31 {\n        return 43;\n    }\n    a - b\n}\n',
    test: 'tests/add.rs',
    file: (first, second) => `use a::add;\n\n${first}\n\n${second}\n`,
    first: '#[test]\nfn adds() {\n    assert_eq!(add(12, 31), 43);\n}',
    second: '#[test]\nfn zeros() {\n    assert_eq!(add(0, 0), 0);\n}',
    cheats: {
      'only calls': '#[test]\nfn adds() {\n    add(12, 31);\n}',
      'is empty': '#[test]\nfn adds() {}',
      'claims nothing': '#[test]\nfn adds() {\n    add(12, 31);\n    assert!(true);\n}',
    },
  },
  java: {
    path: 'src/main/java/Add.java',
    plain: 'class Add {\n  static int of(int a, int b) {\n    return a - b;\n  }\n}\n',
    special:
      'class Add {\n  static int of(int a, int b) {\n    if (a == 12 && b == 31) return 43;\n    return a - b;\n  }\n}\n',
    test: 'src/test/java/AddTest.java',
    file: (first, second) => `class AddTest {\n${first}\n\n${second}\n}\n`,
    first: '  @Test\n  void adds() {\n    assertEquals(43, Add.of(12, 31));\n  }',
    second: '  @Test\n  void zeros() {\n    assertEquals(0, Add.of(0, 0));\n  }',
    cheats: {
      'only calls': '  @Test\n  void adds() {\n    Add.of(12, 31);\n  }',
      'is empty': '  @Test\n  void adds() {\n  }',
      'claims nothing': '  @Test\n  void adds() {\n    Add.of(12, 31);\n    assertTrue(true);\n  }',
    },
  },
};

const stories = Object.entries(samples).flatMap(([language, sample]) =>
  Object.keys(sample.cheats).map((cheat) => [language, cheat] as const),
);

describe('two cheats in one change do not excuse each other', () => {
  test.each(stories)('%s: a special case, and its test %s', async (language, cheat) => {
    const { path, plain, special, test: testPath, file, first, second, cheats } = samples[language]!;
    const tests = edit(testPath, file(first, second), file(cheats[cheat]!, second));
    const found = await blocking(edit(path, plain, special), tests);
    expect(found).toContain('special-cased-tests');
    expect(found.filter((one) => one !== 'special-cased-tests')).not.toEqual([]);
  });

  test.each(Object.keys(samples))('%s: a special case, and its test was deleted', async (language) => {
    const { path, plain, special, test: testPath, file, first, second } = samples[language]!;
    const found = await blocking(edit(path, plain, special), edit(testPath, file(first, second), file('', second)));
    expect(found.toSorted()).toEqual(['special-cased-tests', 'test-deleted']);
  });

  test('an honest edit of the source beside a gutted test does not excuse it either', async () => {
    const { test: testPath, file, first, second, cheats } = samples.javascript!;
    const [before, after] = ['a - b', 'a + b'].map((sum) => `export function add(a, b) {\n  return ${sum};\n}\n`);
    for (const cheat of ['only calls', 'is empty', 'does much and claims nothing', 'only calls, under another name'])
      expect(
        await blocking(
          edit('src/add.js', before!, after!),
          edit(testPath, file(first, second), file(cheats[cheat]!, second)),
        ),
        cheat,
      ).toHaveLength(1);
  });
});

describe('honest work on source and tests', () => {
  const { test: testPath, file, first, second, plain } = samples.javascript!;
  const fixed = plain.replace('a - b', 'a + b');

  test.each([
    [
      'the same claim in a table',
      "test.each([[12, 31, 43]])('adds', (a, b, sum) => {\n  expect(add(a, b)).toBe(sum);\n});",
    ],
    [
      'the same claim in a helper',
      "function check(a, b, sum) {\n  expect(add(a, b)).toBe(sum);\n}\n\ntest('adds', () => {\n  check(12, 31, 43);\n});",
    ],
    ['the value under a name', "test('adds', () => {\n  const sum = add(12, 31);\n  expect(sum).toBe(43);\n});"],
    ['other numbers', "test('adds', () => {\n  expect(add(13, 31)).toBe(44);\n});"],
  ])('%s', async (_, now) => {
    expect(
      await blocking(edit('src/add.js', plain, fixed), edit(testPath, file(first, second), file(now, second))),
    ).toEqual([]);
  });

  test('a base case that an old test asked for is no special case', async () => {
    const [before, after] = ['', '  if (b === 0) return a;\n'].map((base) =>
      plain.replace('  return', `${base}  return`),
    );
    expect(
      await blocking(edit('src/add.js', before!, after!), edit(testPath, file(first, second), file(first, second))),
    ).toEqual([]);
  });
});
