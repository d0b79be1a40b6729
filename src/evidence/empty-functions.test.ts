import { expect, test } from 'vitest';
import { emptyFunctions } from './empty-functions.ts';

const emptied = async (path: string, before: string | null, after: string) => {
  const { files, functions } = await emptyFunctions([{ path, before, after }]);
  return [functions, files[0]?.text ?? null];
};

test.each<[string, string, string | null, string, [number, string | null]]>([
  [
    'a function that is new, not the one beside it',
    'a.js',
    'export const old = (a) => a + 1;\n',
    'export const old = (a) => a + 1;\nexport function added(a) { return a * 2; }\n',
    [1, 'export const old = (a) => a + 1;\nexport function added(a) { return undefined; return a * 2; }\n'],
  ],
  ['an expression', 'a.js', null, 'export const f = (a) => ({ a });\n', [1, 'export const f = (a) => (undefined);\n']],
  [
    'typed code',
    'a.ts',
    null,
    'export function f(a: number): number { return a; }\n',
    [1, 'export function f(a: number): number { return undefined as never; return a; }\n'],
  ],
  [
    'a function that changed as a whole, and a function in one that stayed',
    'a.js',
    'function outer() { const inner = () => 1; return inner(); }\nfunction f() { return 1; }\n',
    'function outer() { const inner = () => 2; return inner(); }\nfunction f() { return [1].map((x) => x); }\n',
    [
      2,
      'function outer() { const inner = () => (undefined); return inner(); }\nfunction f() { return undefined; return [1].map((x) => x); }\n',
    ],
  ],
  [
    'what only moved or was formatted',
    'a.js',
    'const f = () => { g(); };\n',
    'const f = () => {\n  g();\n};\n',
    [0, null],
  ],
  ['a constructor is left', 'a.js', null, 'class A { constructor() { this.a = 1; } }\n', [0, null]],
  [
    'Python',
    'a.py',
    'def f():\n    return 1\n',
    'def f():\n    return 1\n\ndef g(a):\n    """Says."""\n    return a\n',
    [1, 'def f():\n    return 1\n\ndef g(a):\n    return None\n    """Says."""\n    return a\n'],
  ],
  [
    'Go, with all that it returns',
    'a.go',
    null,
    'package a\nfunc F(a int) (n, m int, err error) { return 1, 2, nil }\nfunc G() string { return "" }\nfunc H() {}\n',
    [
      3,
      'package a\nfunc F(a int) (n, m int, err error) { if true { return *new(int), *new(int), *new(error) }; return 1, 2, nil }\nfunc G() string { if true { return *new(string) }; return "" }\nfunc H() { if true { return  };}\n',
    ],
  ],
  ['a language whose functions cannot', 'a.rs', null, 'fn f() -> u8 { 1 }\n', [0, null]],
])('%s', async (_, path, before, after, expected) => {
  expect(await emptied(path, before, after)).toEqual(expected);
});
