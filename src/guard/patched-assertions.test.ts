import { describe, expect, test } from 'vitest';
import { blocking, changed } from '../../test/support/guard/judge.ts';
import { guard } from './guard.ts';

const js = "test('adds', () => {\n  a.strictEqual(add(1, 2), 3);\n});\n";
const py = 'def test_adds():\n    assert add(1, 2) == 3\n';

/** The tampering found if a change inserts this text before an existing test. */
async function tampered(path: string, head: string, added: string): Promise<string[]> {
  const body = path.endsWith('.py') ? py : js;
  const { findings } = await guard({
    changes: [{ path, before: `${head}\n${body}`, after: `${head}\n${added}\n${body}` }],
  });
  return findings.filter((one) => one.pattern === 'test-run-tampered').map((one) => one.severity);
}

const assertion = 'import a from "node:assert";';

test.each([
  ['a default import', assertion, 'a.strictEqual = () => {};'],
  ['a function that does nothing', assertion, 'const nothing = () => {};\na.strictEqual = nothing;'],
  ['another assertion in its place', assertion, 'a.deepStrictEqual = a.ok;'],
  ['a namespace', 'import * as b from "assert/strict";', 'b.equal = function () {};'],
  ['a renamed member', 'import { strict as s } from "node:assert";', 's.equal = () => {};'],
  ['require', 'const q = require("assert");', 'q.throws = () => {};'],
  ['destructured require', 'const { strict: s } = require("node:assert");', 's["equal"] = () => {};'],
  ['require of a member', 'const s = require("chai").assert;', 's.equal = () => {};'],
  ['TypeScript’s own require', 'import q = require("assert");', 'q.equal = () => {};'],
  ['a later value', 'let q;', 'q = require("assert");\nq.equal = () => {};'],
  ['import as a call', 'const q = (await import("node:assert")).default;', 'q.equal = () => {};'],
  ['an alias', assertion, 'const b = a;\nb.ok = () => {};'],
  ['a computed name', assertion, 'for (const name of Object.keys(a)) a[name] = () => {};'],
  ['Object.assign', assertion, 'Object.assign(a, { strictEqual() {} });'],
  ['Object.assign of a named object', assertion, 'const fake = { ok: () => {} };\nObject.assign(a, fake);'],
  ['defineProperty', assertion, 'Object.defineProperty(a, "strictEqual", { value: () => {} });'],
  ['Reflect.set', assertion, 'Reflect.set(a, "strictEqual", () => {});'],
  ['a prototype', 'import { Assertion as A } from "chai";', 'A.prototype.equal = function () { return this; };'],
  [
    'the prototype of a claim',
    'import { expect as e } from "vitest";',
    'const all = Object.getPrototypeOf(e(1));\nall.toBe = () => {};',
  ],
  [
    'a matcher of its own under a built-in name',
    'import { expect } from "vitest";',
    'expect.extend({ toBe() { return { pass: true }; } });',
  ],
  ['a spy that does nothing', assertion, 'vi.spyOn(a, "strictEqual").mockImplementation(() => {});'],
  ['a stub', assertion, 'sinon.stub(a, "strictEqual");'],
  ['a mocked module', '', 'vi.mock("node:assert", () => ({ default: {} }));'],
  ['what the runner passes to a test', 'import test from "ava";', 'test("x", (t) => { t.is = () => {}; });'],
  ['a runner', 'import Mocha from "mocha";', 'Mocha.Runner.prototype.fail = () => {};'],
  ['a global', '', 'globalThis.expect = () => new Proxy({}, {});'],
  ['a global test that is skipped', '', 'global.it = it.skip;'],
  ['chai’s own way', 'import chai from "chai";', 'chai.Assertion.overwriteMethod("equal", () => function () {});'],
])('JavaScript: detects a patch by %s', async (_, head, added) => {
  expect(await tampered('test/add.test.ts', head, added)).toContain('critical');
});

test.each([
  ['an object defined in the file', 'const a = { strictEqual() {} };', 'a.strictEqual = () => {};'],
  ['a module of the project', 'import a from "./assert.js";', 'a.strictEqual = () => {};'],
  ['a parameter of the same name', assertion, 'function wrap(a) { a.strictEqual = () => {}; return a; }'],
  ['a variable of an inner block', assertion, 'function wrap() { const a = {}; a.equal = () => {}; return a; }'],
  [
    'a global with its own name',
    'const key = Symbol.for("shop");',
    'Object.defineProperty(globalThis, key, { value: () => {} });',
  ],
  ['a custom assertion', assertion, 'a.isPrice = (value) => a.ok(value > 0);'],
  ['a setting', 'import chai from "chai";', 'chai.config.truncateThreshold = 0;'],
  ['the original, restored', assertion, 'const kept = a.strictEqual;\na.strictEqual = kept;'],
  ['a global that is the library', 'import { expect } from "chai";', 'globalThis.expect = expect;'],
  ['a spy that calls through', assertion, 'vi.spyOn(a, "strictEqual");'],
  [
    'custom matchers',
    'import { expect } from "vitest";',
    'expect.extend({ toBePrice() { return { pass: false }; } });',
  ],
  ['a context of the runner', 'import test from "ava";', 'test.beforeEach((t) => { t.context = { db: () => {} }; });'],
  ['another mocked module', '', 'vi.mock("./mail.js", () => ({ send: () => {} }));'],
  ['a copy', assertion, 'const mine = Object.create(a);\nmine.strictEqual = () => {};'],
  [
    'an override that calls the original',
    'import chai from "chai";',
    'chai.Assertion.overwriteMethod("equal", (_super) => function () { _super.apply(this, arguments); });',
  ],
])('JavaScript: ignores %s', async (_, head, added) => {
  expect(await tampered('test/add.test.ts', head, added)).toEqual([]);
});

test.each([
  ['a class of the library', 'import unittest', 'unittest.TestCase.assertEqual = lambda *a: None'],
  ['a module alias', 'import unittest as u', 'u.TestCase.assertTrue = lambda *a: None'],
  ['a class alias', 'from unittest import TestCase as T', 'T.assertEqual = lambda *a: None'],
  ['an alias', 'import unittest', 'T = unittest.TestCase\nT.assertEqual = lambda *a: None'],
  ['setattr', 'from unittest import TestCase as T', 'setattr(T, "assertEqual", lambda *a: None)'],
  ['setattr in a loop', 'from unittest import TestCase', 'for n in dir(TestCase):\n    setattr(TestCase, n, print)'],
  [
    'monkeypatch',
    'import unittest',
    'def test_x(monkeypatch):\n    monkeypatch.setattr(unittest.TestCase, "fail", print)',
  ],
  ['a patched name', 'from unittest import mock', 'mock.patch("unittest.TestCase.assertEqual").start()'],
  ['patch.object', 'from unittest import TestCase as T, mock', 'mock.patch.object(T, "assertEqual").start()'],
  ['pytest', 'import pytest as p', 'p.raises = contextlib.nullcontext'],
  ['inside of pytest', 'import _pytest.assertion.rewrite as r', 'r.rewrite_asserts = print'],
  ['numpy', 'import numpy.testing as npt', 'npt.assert_allclose = lambda *a, **k: None'],
  [
    'the test’s own instance',
    'import unittest',
    'class T(unittest.TestCase):\n    def setUp(self):\n        self.assertEqual = lambda *a: None',
  ],
  [
    'an override that does nothing',
    'import unittest',
    'class T(unittest.TestCase):\n    def assertEqual(self, *a):\n        pass',
  ],
  ['the import by a call', '', '__import__("unittest").TestCase.assertEqual = print'],
])('Python: detects a patch by %s', async (_, head, added) => {
  expect(await tampered('tests/test_add.py', head, added)).toContain('critical');
});

test.each([
  ['a class defined in the file', 'class TestCase:\n    pass', 'TestCase.assertEqual = lambda *a: None'],
  ['a class of the project', 'from .cases import Checker', 'Checker.assertEqual = lambda *a: None'],
  ['a setting of a test case', 'import unittest', 'unittest.TestCase.maxDiff = None'],
  ['a value stored in the module', 'import pytest', 'pytest.shared = {}'],
  [
    'the original, restored',
    'import unittest',
    'kept = unittest.TestCase.assertEqual\nunittest.TestCase.assertEqual = kept',
  ],
  ['tests made in a loop', 'import unittest', 'class T(unittest.TestCase):\n    pass\n\nsetattr(T, "test_one", print)'],
  ['a patched function of the project', 'from unittest import mock', 'mock.patch("shop.mail.send").start()'],
  [
    'a custom assertion',
    'import unittest',
    'class T(unittest.TestCase):\n    def assertPrice(self, x):\n        self.assertTrue(x > 0)',
  ],
])('Python: ignores %s', async (_, head, added) => {
  expect(await tampered('tests/test_add.py', head, added)).toEqual([]);
});

describe('an edited expected value', () => {
  const path = 'test/add.test.js';
  const file = (value: number, above: string, within: string): string =>
    `import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { add } from './add.js';\n\n${above}test('adds', () => {\n  ${within}assert.equal(add(1), ${value});\n});\n`;
  const before = file(2, '', '');
  const patch = 'assert.equal = () => {};\n';

  test.each([
    ['the file', file(3, patch, '')],
    ['the test', file(3, '', `${patch}  `)],
    ['the test, which exits', file(3, '', 'process.exit(0);\n  ')],
  ])('is found next to a patch in %s', async (_, after) => {
    const found = await blocking({ path, before, after });
    expect(found).toContain('test-run-tampered');
    expect(found).toContain('expectation-edited');
  });

  test('is found next to a patch in another file, which is not a cause', async () => {
    const setup = { path: 'test/setup.js', before: null, after: `import assert from 'node:assert';\n${patch}` };
    expect(await blocking({ path, before, after: file(3, '', '') }, setup)).toContain('expectation-edited');
  });

  test('is found next to a script that ignores failures, but not next to another package', async () => {
    const changes = (script: string, version: string): [string, string | null, string | null][] => [
      [path, before, file(3, '', '')],
      ['package.json', manifest('node --test', '1.0.0'), manifest(script, version)],
    ];
    const manifest = (script: string, version: string): string =>
      JSON.stringify({ scripts: { test: script }, dependencies: { add: version } });
    expect(await changed(changes('node --test || true', '1.0.0'))).toContain('expectation-edited');
    expect(await changed(changes('node --test', '2.0.0'))).toEqual([]);
  });
});
