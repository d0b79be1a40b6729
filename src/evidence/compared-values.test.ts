import { expect, test } from 'vitest';
import { languageOf } from '../syntax/languages/index.ts';
import { parse } from '../syntax/parse.ts';
import { comparedValues } from './compared-values.ts';

async function valuesOf(path: string, text: string): Promise<string[]> {
  const language = languageOf(path);
  if (!language) throw new Error(path);
  const [first] = language.dialect.tests(await parse(language.grammar, text), path);
  return first ? comparedValues(first) : ['no test'];
}

test.each<[string, string, string[]]>([
  ['nothing', "test('a', () => { f(); });", []],
  ['a literal with itself', "test('a', () => { expect(1).toBe(1); });", []],
  ['a truth that always holds', "test('a', () => { assert.ok(true); });", []],
  ['a truth', "test('a', () => { assert.ok(f()); });", ['true']],
  ['a comparison that is true', "test('a', () => { assert.ok(f() === 12); });", ['other']],
  ['zero and a text', "test('a', () => { assert.equal(f(), 0); assert.equal(g(), 'x'); });", ['0', 'other']],
  ['an error', "test('a', () => { assert.throws(() => f(), RangeError); });", ['other']],
  ['that it does not throw', "test('a', () => { assert.doesNotThrow(() => f()); });", ['no error']],
])('a test in JavaScript that compares %s', async (_, text, expected) => {
  expect(await valuesOf('a.test.js', text)).toEqual(expected);
});

test.each<[string, string, string[]]>([
  ['a truth', 'def test_a():\n    assert f()\n', ['true']],
  ['an empty list and None', 'def test_a():\n    assert f() == []\n    assert g() is None\n', ['[ ]', 'null']],
  ['a value', 'def test_a():\n    assert f() == [1, 2]\n', ['other']],
])('a test in Python that compares %s', async (_, text, expected) => {
  expect(await valuesOf('test_a.py', text)).toEqual(expected);
});
