import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { recordCalls, replayCalls } from './probe-tests.ts';

const MARKER = 'zqzq';

interface Scene {
  files: Record<string, string>;
  path: string;
  tests: string[];
  run: string;
  recorded: { f: string; a: unknown[] }[];
  /** Of the first call, and of what follows it: the call again, then each of the others. */
  replay: { f: string; a: (string | number)[]; v: (string | number)[][] };
  tokens: RegExp[];
}

const SCENES: [string, Scene][] = [
  [
    'JavaScript by require',
    {
      files: {
        'fee.js':
          "exports.fee = (a, b) => { if (a > 10) throw new RangeError('x'); return a + b; };\nexports.kind = (o) => o.name;\n",
        'test/fee.test.js': `const assert = require('node:assert');
const { test } = require('node:test');
const { fee: charge } = require('../fee.js');
const all = require('../fee.js');
for (const [a, b, c] of [[2, 3, 5], [4, 5, 9]]) test('adds ' + a, () => assert.equal(charge(a, b), c));
test('names', () => assert.equal(all.kind({ name: 'x', list: [1, 'a'] }), 'x'));
test('passes a function on', () => assert.deepEqual([1].map((one) => [one].map(charge)), [[1]]));
`,
      },
      path: 'test/fee.test.js',
      tests: ['test/fee.test.js › names'],
      run: 'node test/fee.test.js',
      recorded: [
        { f: '0:charge', a: [2, 3] },
        { f: '0:charge', a: [4, 5] },
        { f: '0:all.kind', a: [{ name: 'x', list: [1, 'a'] }] },
      ],
      replay: { f: 'charge', a: [2, 3], v: [[2, 4], [11, 3], [1]] },
      tokens: [/^n5$/, /^n5$/, /^n6$/, /^tRangeError$/, /^u$/],
    },
  ],
  [
    'a module of JavaScript, whose work is asynchronous or never ends',
    {
      files: {
        'package.json': '{"type":"module"}',
        'fee.js':
          'export default async (a) => {\n  if (a === 9) for (;;);\n  return a % 2 ? { a } : [String(a)];\n};\n',
        'fee.test.js': `import assert from 'node:assert';
import { test } from 'node:test';
import fee from './fee.js';
test('works', async () => assert.deepEqual(await fee(1), { a: 1 }));
`,
      },
      path: 'fee.test.js',
      tests: ['fee.test.js › works'],
      run: 'node fee.test.js',
      recorded: [{ f: '0:fee', a: [1] }],
      replay: { f: 'fee', a: [1], v: [[2], [9], [3]] },
      tokens: [/^o/, /^o/, /^o/, /^-$/, /^o/],
    },
  ],
  [
    'Python',
    {
      files: {
        'src/shop/__init__.py': '',
        'src/shop/fee.py':
          'def fee(a, b=1, *, far=False):\n    if a > 10:\n        raise ValueError("x")\n    while a == 9:\n        pass\n    return a + b if not far else {"a": a}\n',
        'tests/test_fee.py': `"""About fees."""
from __future__ import annotations
import sys
sys.path.insert(0, "src")
import math
from shop.fee import (
    fee,
)


def test_adds():
    assert fee(2, 3.0) == math.floor(5)
    assert fee(2, far=True) == {"a": 2}


def test_lists():
    assert list(map(fee, (1, 2))) == [2, 3]


if __name__ == "__main__":
    test_adds()
    test_lists()
`,
      },
      path: 'tests/test_fee.py',
      tests: ['tests/test_fee.py › test_adds'],
      run: 'python3 -B tests/test_fee.py',
      recorded: [
        { f: '0:fee', a: [2, { $: 'float', v: 3 }] },
        { f: '0:fee', a: [2, { $: 'kwargs', v: { far: true } }] },
        { f: '0:fee', a: [1] },
        { f: '0:fee', a: [2] },
      ],
      replay: {
        f: 'fee',
        a: [2, 3],
        v: [
          [2, 4],
          [11, 3],
          [9, 1],
          ['a', 1],
        ],
      },
      tokens: [/^n5$/, /^n5$/, /^n6$/, /^tValueError$/, /^-$/, /^tTypeError$/],
    },
  ],
  [
    'Go',
    {
      files: {
        'go.mod': 'module example.org/post\n\ngo 1.19\n',
        'fee.go':
          'package post\n\ntype Size struct{ A, B int }\n\nfunc Fee(a, b int) (int, error) {\n\tif a > 10 {\n\t\tpanic("x")\n\t}\n\treturn a + b, nil\n}\n\nfunc Of(s *Size, more ...string) string { return more[0] }\n\nfunc Any[T any](t T) T { return t }\n',
        'fee_test.go':
          'package post\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {\n\tif got, _ := Fee(2, 3); Any(got) != 5 {\n\t\tt.Fatal(got)\n\t}\n\tOf(&Size{A: 1}, "a", "b")\n}\n',
      },
      path: 'fee_test.go',
      tests: ['example.org/post › TestAdds'],
      run: '',
      recorded: [
        { f: '0:Fee', a: [2, 3] },
        { f: '0:Of', a: [{ A: 1, B: 0 }, ['a', 'b']] },
      ],
      replay: {
        f: 'Fee',
        a: [2, 3],
        v: [
          [2, 4],
          [11, 3],
          [2.5, 3],
        ],
      },
      tokens: [/^n5$/, /^n5$/, /^n6$/, /^tpanic$/, /^-$/],
    },
  ],
];

/** Without Go there is nothing to run. */
const canRun = (language: string) => language !== 'Go' || spawnSync('sh', ['-c', 'command -v go']).status === 0;

test.each(SCENES)('%s: calls of tests are written down and made again with other inputs', async (language, scene) => {
  const root = mkdtempSync(join(tmpdir(), 'jumar-probe-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (files: { path: string; text: string }[]) => {
    for (const { path, text } of files) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  };
  const all = Object.entries(scene.files).map(([path, text]) => ({ path, text }));
  const tree = { files: all.filter(({ path }) => path === scene.path), near: all, paths: Object.keys(scene.files) };
  const output = (command: string) => {
    const file = join(root, 'written');
    rmSync(file, { force: true });
    const { stdout, stderr } = spawnSync('sh', ['-c', command], {
      cwd: root,
      env: { ...process.env, [MARKER]: file },
      encoding: 'utf8',
    });
    try {
      return readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.slice(MARKER.length + 1));
    } catch {
      throw new Error(`${stdout}\n${stderr}`);
    }
  };
  write(all);
  const { files, commands, paths } = await recordCalls(tree, [], { tests: scene.tests, marker: MARKER });
  expect(paths).toEqual([scene.path]);
  if (!canRun(language)) return;
  write(files);
  const lines = output(commands[scene.path] ?? scene.run).map((line) => JSON.parse(line));
  expect(lines.filter(({ a }) => a.length < 3)).toEqual(scene.recorded);
  const replay = await replayCalls(tree, { marker: MARKER, calls: { [scene.path]: [{ n: 7, ...scene.replay }] } });
  write(replay.files);
  const [row = ''] = output(replay.commands[scene.path] ?? scene.run);
  const [n, ...tokens] = row.split(' ');
  expect(n).toBe('7');
  expect(tokens).toHaveLength(scene.tokens.length);
  for (const [at, pattern] of scene.tokens.entries()) expect(tokens[at]).toMatch(pattern);
});
