import { expect, test } from 'vitest';
import { constantFunctions } from './constant-functions.ts';

const JS = (...asserts: string[]) =>
  `import { test } from 'node:test';\nimport assert from 'node:assert';\n${asserts
    .map((one, index) => `test('t${index}', () => { ${one} });\n`)
    .join('')}`;
const JS_TESTS = ['a.test.js › t0', 'a.test.js › t1', 'a.test.js › t2'];

async function constants(path: string, before: string | null, after: string, tests: string, ids = JS_TESTS) {
  const file = path.endsWith('.py') ? 'test_a.py' : 'a.test.js';
  const found = await constantFunctions([{ path, before, after }], [{ path: file, text: tests }], ids);
  return found.map(({ name, line, value }) => `${name}:${line} ${value}`);
}

const F = 'export function f(a) { return a.trim(); }\n';

test.each<[string, string, string, string[]]>([
  ['what a test expects', F, JS(`assert.equal(f(' a'), 'a')`), ["f:1 'a'"]],
  [
    'values of several tests, those of the test with the fewest first',
    F,
    JS(`assert.equal(f('b '), 'b'); assert.equal(f('c'), 'c');`, `assert.equal(f(' a'), 'a')`),
    ["f:1 'a'", "f:1 'b'", "f:1 'c'"],
  ],
  ['lists and objects', F, JS(`assert.deepEqual(f(1), { a: [1, -2] })`), ['f:1 { a: [1, -2] }']],
  ['no value that names something', F, JS(`assert.equal(f('a'), wanted)`), []],
  [
    'the ends of rows',
    F,
    "import { test } from 'vitest';\ntest.each([['a ', 'a'], ['b ', 'b']])('t0', (a, b) => expect(f(a)).toBe(b));\n",
    ["f:1 'a'", "f:1 'b'"],
  ],
  [
    'its own only result, although tests compare something else',
    "export const f = (a) => 'abc';\n",
    JS(`assert.equal(f('x').length, 3)`),
    ["f:1 'abc'", 'f:1 3'],
  ],
  ['nothing that takes no input', 'export const f = () => 5;\n', JS('assert.equal(f(), 5)'), []],
  [
    'what is given input that it does not name',
    'export function f() { return 5; }\n',
    JS('assert.equal(f(1), 5)'),
    ['f:1 5'],
  ],
  [
    'functions that tests name before others, which get any value',
    `const g = (a) => a;\n${F}`,
    JS(`assert.equal(f('a'), 'a')`),
    ["f:2 'a'", "g:1 'a'"],
  ],
])('JavaScript: %s', async (_, after, tests, expected) => {
  expect(await constants('a.js', null, after, tests)).toEqual(expected);
});

test('what the change did not write stays', async () => {
  const tests = JS(`assert.equal(f('a'), 'a'); assert.equal(g('b'), 'b');`);
  expect(await constants('a.js', F, `${F}export const g = (a) => a;\n`, tests)).toEqual(["g:2 'a'", "g:2 'b'"]);
});

test('Python', async () => {
  const after = 'class A:\n    def f(self):\n        return 1\n\n    def g(self, a):\n        return a\n';
  const tests = 'from a import A\n\ndef test_g():\n    assert A().g("x") == "x"\n';
  expect(await constants('a.py', null, after, tests, ['test_a.py › test_g'])).toEqual(['g:5 "x"']);
});

test.each<[string, string, string]>([
  ['a.js', 'const f = (a) => ({ a });\n', 'const f = (a) => (({ a: 1 }));\n'],
  [
    'a.ts',
    'const f = (a: T) => {\n  go(a);\n};\n',
    'const f = (a: T) => { return ({ a: 1 }) as never;\n  go(a);\n};\n',
  ],
])('%s: the whole file with the constant, which is an object', async (path, after, text) => {
  const tests = [{ path: 'a.test.js', text: JS('assert.deepEqual(f(1), { a: 1 })') }];
  const [first] = await constantFunctions([{ path, before: null, after }], tests, JS_TESTS);
  expect(first?.text).toBe(text);
  expect(first?.empty).toContain('undefined');
});

test('languages without constants have none', async () => {
  expect(await constants('a.go', null, 'package a\nfunc F(a int) int { return a }\n', JS('f(1)'))).toEqual([]);
});
