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
  untried?: string[];
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
  [
    'Rust, in tests of their own',
    {
      files: {
        'Cargo.toml': '[package]\nname = "post"\nversion = "0.1.0"\nedition = "2018"\n',
        'src/lib.rs': `use std::collections::HashMap;
pub mod text;
pub struct Size(pub i32);
pub fn fee(a: u8, b: Option<f64>) -> Result<f64, String> {
    if a > 10 {
        panic!("x");
    }
    while a == 9 {}
    b.map(|b| b + a as f64).ok_or(String::from("none"))
}
pub fn counts<'a>(words: &[&'a str], by: (i32, char)) -> HashMap<&'a str, i32> {
    words.iter().map(|word| (*word, by.0)).collect()
}
pub fn of(size: &Size) -> i32 {
    size.0
}
pub fn any<T>(one: T) -> T {
    one
}
`,
        'src/text.rs': "pub fn token(text: &str) -> Option<&str> {\n    text.split(' ').next()\n}\n",
        'tests/fee.rs': `use post::text;
use post::*;

fn around(n: u8) -> u8 {
    n
}

#[test]
fn adds() {
    for n in vec![2, 3] {
        assert_eq!(fee(around(n), Some(3.0)), Ok(3.0 + n as f64));
    }
    let words = vec!["a", "b\\""];
    assert_eq!(counts(&words, (4, 'x')).len(), 2);
    assert_eq!(post::text::token(&"a b".to_string()), Some("a"));
    assert_eq!(any(of(&Size(2))), 2);
}
`,
      },
      path: 'tests/fee.rs',
      tests: ['fee › adds'],
      run: 'cargo test --offline --quiet',
      recorded: [
        { f: '0:fee', a: [2, { $: 'float', v: 3 }] },
        { f: '0:fee', a: [3, { $: 'float', v: 3 }] },
        { f: '0:counts', a: [['a', 'b"'], { $: 'tuple', v: [4, 'x'] }] },
        { f: '0:post::text::token', a: ['a b'] },
      ],
      untried: [
        'any: generic functions are not tried',
        'of: its inputs are more than numbers, texts, truth values and lists of them',
      ],
      replay: {
        f: 'fee',
        a: [2, 3],
        v: [[2, 4.5], [11, 3], [9, 1], [-1, 1], [1, null] as never],
      },
      tokens: [/^n5$/, /^n5$/, /^n6.5$/, /^tpanic$/, /^-$/, /^-$/, /^terror$/],
    },
  ],
  [
    'Rust, beside what they test',
    {
      files: {
        'Cargo.toml': '[package]\nname = "post"\nversion = "0.1.0"\nedition = "2021"\n',
        'src/lib.rs': `#![deny(warnings)]
pub fn fee(a: &str, b: &[usize]) -> String {
    format!("{}{}", a, b.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds() {
        assert_eq!(fee("fee\\n", &[1, 2]), "fee\\n2");
    }
}
`,
      },
      path: 'src/lib.rs',
      tests: ['tests › adds'],
      run: 'cargo test --offline --quiet',
      recorded: [{ f: '0:fee', a: ['fee\n', [1, 2]] }],
      replay: {
        f: 'fee',
        a: ['fee\n', [1]] as never,
        v: [
          ['a', []],
          ['b', [1, 2]],
        ] as never,
      },
      tokens: [/^s\w+!$/, /^s\w+!$/, /^s\w+$/, /^s\w+$/],
    },
  ],
  [
    'Java',
    {
      files: {
        'org/junit/Test.java':
          'package org.junit;\n\nimport java.lang.annotation.*;\n\n@Retention(RetentionPolicy.RUNTIME)\npublic @interface Test {\n}\n',
        'Run.java': `import java.lang.reflect.Method;

public class Run {
    public static void main(String[] args) throws Exception {
        Object tests = Class.forName("shop.FeeTest").getDeclaredConstructor().newInstance();
        for (Method test : tests.getClass().getDeclaredMethods())
            if (test.isAnnotationPresent(org.junit.Test.class)) test.invoke(tests);
    }
}
`,
        'shop/Fee.java': `package shop;

import java.util.*;

class Fee {
    static int of(int a, long b) {
        if (a > 10) throw new IllegalArgumentException("x");
        while (a == 9) Thread.onSpinWait();
        return (int) (a + b);
    }
    static double sum(List<Double> all, Map<String, Integer> more) {
        return all.get(0) + more.size();
    }
    static <T> T any(T one) {
        return one;
    }
    Fee(int base) {
    }
    int plus(int a) {
        return a;
    }
}
`,
        'shop/Rate.java': `package shop;

class Rate {
    int plus(int a) {
        return a + 1;
    }
}
`,
        'shop/FeeTest.java': `package shop;

import static shop.Fee.sum;

import java.util.*;
import org.junit.Test;

public class FeeTest {
    @Test
    public void adds() {
        for (int n : new int[] {2, 3}) check(Fee.of(Fee.of(n, 1), 1) == n + 2);
        check(sum(List.of(1.0, 2.5), Map.of("a\\"b", 1)) == 2.0);
        Rate rate = new Rate();
        check(Fee.any(rate.plus(1)) + new Rate().plus(2) == 5);
        check(new Fee(1).plus(1) == 1);
    }

    private static void check(boolean holds) {
        if (!holds) throw new AssertionError();
    }
}
`,
      },
      path: 'shop/FeeTest.java',
      tests: ['shop.FeeTest › adds'],
      run: 'javac -d out $(find . -name "*.java") && java -cp out Run',
      recorded: [
        { f: '0:Fee.of', a: [2, 1] },
        { f: '0:Fee.of', a: [3, 1] },
        { f: '0:Fee.of', a: [3, 1] },
        { f: '0:Fee.of', a: [4, 1] },
        { f: '0:Fee.sum', a: [[{ $: 'float', v: 1 }, 2.5], { 'a"b': 1 }] },
        { f: '0:Rate.plus', a: [1] },
        { f: '0:Rate.plus', a: [2] },
      ],
      untried: ['Fee.any: generic methods are not tried', 'Fee.plus: its object is made from something'],
      replay: {
        f: 'Fee.of',
        a: [2, 3],
        v: [
          [2, 4],
          [11, 3],
          [9, 1],
          ['a', 1],
        ],
      },
      tokens: [/^n5$/, /^n5$/, /^n6$/, /^tIllegalArgumentException$/, /^-$/, /^-$/],
    },
  ],
];

/** What a language needs to run; without it only the edits are looked at. */
const PROGRAMS: Record<string, string> = { Go: 'go', Rust: 'cargo', Java: 'javac' };
const canRun = (language: string) => {
  const program = PROGRAMS[language.split(',')[0] as string];
  return program === undefined || spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
};

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
  const files = all.filter(({ path }) => path === scene.path);
  const tree = { files, near: all, sources: files, paths: Object.keys(scene.files) };
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
  const { commands, paths, untried, ...probe } = await recordCalls(tree, [], { tests: scene.tests, marker: MARKER });
  expect(paths).toEqual([scene.path]);
  expect(untried.map(({ name, reason }) => `${name}: ${reason}`)).toEqual(scene.untried ?? []);
  if (!canRun(language)) return;
  write(probe.files);
  const lines = output(commands[scene.path] ?? scene.run).map((line) => JSON.parse(line));
  const few = lines.filter(({ a }) => a.length < 3);
  expect(few).toEqual(scene.recorded);
  const replay = await replayCalls(tree, { marker: MARKER, calls: { [scene.path]: [{ n: 7, ...scene.replay }] } });
  write(replay.files);
  const [row = ''] = output(replay.commands[scene.path] ?? scene.run);
  const [n, ...tokens] = row.split(' ');
  expect(n).toBe('7');
  expect(tokens).toHaveLength(scene.tokens.length);
  for (const [at, pattern] of scene.tokens.entries()) expect(tokens[at]).toMatch(pattern);
});
