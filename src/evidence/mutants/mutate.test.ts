import { describe, expect, test } from 'vitest';
import { type ChangedFile, mutate } from './mutate.ts';
import { spread } from './sample.ts';

const changesOf = async (path: string, after: string, before: string | null = null, most = 99) => {
  const { mutants } = await mutate([{ path, before, after }], most);
  return mutants.map(({ operator, before: from, after: to }) => `${operator}: ${from} → ${to}`).sort();
};

const JS: [operator: string, source: string, expected: string[]][] = [
  ['condition', 'const f = (a) => {\n  if (a.ok)\n    go(a);\n};', ['condition: if (a.ok) → if (!a.ok)']],
  ['condition', 'if (!a)\n  b = c;', ['condition: if (!a) → if (a)']],
  ['condition', 'x = a ? b : c;', ['condition: x = a ? b : c; → x = !a ? b : c;']],
  ['comparison', 'while (i < n)\n  go();', ['comparison: while (i < n) → while (i <= n)']],
  ['comparison', 'x = a === b;', ['comparison: x = a === b; → x = a !== b;']],
  ['logic', 'x = a && b;', ['logic: x = a && b; → x = a || b;']],
  ['logic', 'x = a ?? b;', ['logic: x = a ?? b; → x = a || b;']],
  ['arithmetic', 'x = a + b;', ['arithmetic: x = a + b; → x = a - b;']],
  ['arithmetic', 'x += a;', ['arithmetic: x += a; → x -= a;']],
  ['arithmetic', 'x = "a" + b;', ['literal: x = "a" + b; → x = "" + b;']],
  ['literal', 'x = 41;', ['literal: x = 41; → x = 42;']],
  ['literal', 'x = -1;', ['literal: x = -1; → x = 1;']],
  ['literal', 'x = 1.5;', ['literal: x = 1.5; → x = 2.5;']],
  ['literal', "x = 'a';", ["literal: x = 'a'; → x = '';"]],
  ['literal', "x = '';", ["literal: x = ''; → x = 'jumar';"]],
  ['literal', 'x = true;', ['literal: x = true; → x = false;']],
  ['removal', 'function f() {\n  go();\n  here();\n}', ['removal: go(); → ', 'removal: here(); → ']],
  ['removal', 'function f() {\n  a.b = c;\n}', ['removal: a.b = c; → ']],
  [
    'removal of a guard',
    'function f(a) {\n  if (a)\n    return;\n  b = a;\n}',
    ['condition: if (a) → if (!a)', 'removal: b = a; → ', 'removal: if (a) … → '],
  ],
  ['return', 'function f(a) {\n  return a;\n}', ['return: return a; → return undefined;']],
  ['return', 'const f = (a) => a.b;', ['return: const f = (a) => a.b; → const f = (a) => undefined;']],
];

const PYTHON: typeof JS = [
  [
    'condition',
    'def f(a):\n    if a.ok:\n        b.c = a',
    ['condition: if a.ok: → if not a.ok:', 'removal: b.c = a → pass'],
  ],
  ['condition', 'x = b if a else c', ['condition: x = b if a else c → x = b if not a else c']],
  ['comparison', 'x = a >= b', ['comparison: x = a >= b → x = a > b']],
  ['comparison', 'x = a is not b', ['comparison: x = a is not b → x = a is b']],
  ['comparison', 'x = a == b', ['comparison: x = a == b → x = a != b']],
  ['comparison', 'x = a in b', ['comparison: x = a in b → x = a not in b']],
  ['logic', 'x = a or b', ['logic: x = a or b → x = a and b']],
  ['arithmetic', 'x = a // b', ['arithmetic: x = a // b → x = a / b']],
  ['arithmetic', 'x = "%s" % a', ['literal: x = "%s" % a → x = "" % a']],
  ['literal', 'x = False', ['literal: x = False → x = True']],
  ['literal', 'x = 0', ['literal: x = 0 → x = 1']],
  ['removal', 'def f(a):\n    a.append(b)\n    go(a)', ['removal: a.append(b) → ', 'removal: go(a) → ']],
  ['return', 'def f(a):\n    return a.b', ['return: return a.b → return None']],
];

describe('one mutant of each kind', () => {
  test.each(JS)('JavaScript, %s: %s', async (_, source, expected) => {
    expect(await changesOf('src/a.js', source)).toEqual(expected);
  });

  test.each(PYTHON)('Python, %s: %s', async (_, source, expected) => {
    expect(await changesOf('src/a.py', source)).toEqual(expected);
  });

  test('TypeScript: types stay, and so does what only types know', async () => {
    const source = "type A = 'x' | 1;\nfunction f(a: A, b?: 'y'): boolean {\n  return a !== (b as 'y');\n}";
    expect(await changesOf('src/a.ts', source)).toEqual([
      "comparison: return a !== (b as 'y'); → return a === (b as 'y');",
      "return: return a !== (b as 'y'); → return undefined;",
    ]);
  });
});

test.each([
  ['what is said to people', "console.log('a', 1);\nlogger.warn(`x`, 2);"],
  ['what is thrown', "throw new RangeError('no ' + 1);"],
  ['imports and directives', "'use strict';\nimport a from 'b';\nconst c = require('d');"],
  ['keys', "const x = { 'a': b };"],
  ['the step of a counted loop', 'for (;; i++) ;'],
])('%s is left as it is', async (_, source) => {
  expect(await changesOf('src/a.js', source)).toEqual([]);
});

test.each([
  ['docstrings', 'def f():\n    """What it does."""'],
  ['the program of a module', 'if __name__ == "__main__":\n    main(1)'],
  ['what is raised', 'def f(a):\n    raise ValueError("no" + a)'],
])('%s are left as they are', async (_, source) => {
  expect(await changesOf('src/a.py', source)).toEqual([]);
});

test('only lines that the change wrote are mutated', async () => {
  const before = 'function f(a) {\n  a.go(1);\n}\n';
  const after = 'function f(a) {\n    a.go(1);\n    a.stop(2);\n}\n';
  expect(await changesOf('a.js', after, before)).toEqual([
    'literal: a.stop(2); → a.stop(3);',
    'removal: a.stop(2); → ',
  ]);
  expect(await changesOf('a.js', after, after)).toEqual([]);
});

test('every mutant is the file with one change, of a size of its own', async () => {
  const after = 'x = a < b;\ny = a > b;\n';
  const { mutants } = await mutate([{ path: 'a.js', before: null, after }], 99);
  expect(mutants.map(({ text }) => text.trimEnd()).sort()).toEqual([
    'x = a < b;\ny = a >= b;',
    'x = a <= b;\ny = a > b;',
  ]);
  const sizes = mutants.map(({ text }) => text.length);
  expect(new Set([...sizes, after.length]).size).toBe(3);
});

test('mutants with the same tokens are one', async () => {
  // A negated equality and the other comparison would be, and an empty statement does not count.
  const { mutants, possible } = await mutate([{ path: 'a.js', before: null, after: "x = '';\n" }], 99);
  expect([mutants.length, possible]).toEqual([1, 1]);
});

test('tests, generated files and other languages are not mutated, and the last two are named', async () => {
  const file = (path: string, after = 'x = 1;'): ChangedFile => ({ path, before: null, after });
  const { mutants, unsupported } = await mutate(
    [
      file('a.test.js'),
      file('test/helper.js'),
      file('vitest.config.ts'),
      file('README.md'),
      file('main.go', 'package main\nvar x = 1'),
      file('lib.rs', 'fn f() -> i32 { 1 }'),
      file('big.js', `x = ${'1 + '.repeat(400)}1;`),
      file('broken.js', 'x = = 1;'),
    ],
    99,
  );
  expect(mutants).toEqual([]);
  expect(unsupported).toEqual([
    { reason: 'mutants are not supported in Go', paths: ['main.go'] },
    { reason: 'mutants are not supported in Rust', paths: ['lib.rs'] },
    { reason: 'the file looks generated', paths: ['big.js'] },
    { reason: 'the file could not be parsed', paths: ['broken.js'] },
  ]);
});

test('a sample is spread over the lines, whatever its size, and the same every time', () => {
  const all = Array.from({ length: 100 }, (_, index) => ({
    path: 'a',
    line: Math.floor(index / 10),
    rank: index % 10,
  }));
  const some = spread(all, 5);
  expect(some.map(({ line }) => line)).toEqual([0, 8, 4, 2, 6]);
  expect(new Set(some.map(({ rank }) => rank)).size).toBe(5);
  expect(spread(all, 5)).toEqual(some);
  expect(new Set(spread(all, 1000)).size).toBe(100);
  expect(spread([], 5)).toEqual([]);
});
