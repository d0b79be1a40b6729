import { expect, test } from 'vitest';
import { aVerdict, testsVerdict } from '../../testing/builders.ts';
import type { Toolchain } from '../criteria/toolchain.ts';
import type { Verdict } from '../criteria/verdict.ts';
import { missingDependency, remedyForCheck } from './check-remedy.ts';

const toolchain: Toolchain = {
  linters: [],
  missing: [],
  build: null,
  install: { node: 'npm ci', python: 'uv sync' },
  declared: ['left-pad', 'Typing-Extensions'],
};
const printed = (excerpt: string, over: Partial<Verdict> = {}) => aVerdict({ outcome: 'fail', excerpt, ...over });
const LEFT_PAD = "Cannot find package 'left-pad' imported from /p/a.js";

test.each<[string, Verdict, string | null]>([
  ['one of the project', printed(LEFT_PAD), 'left-pad'],
  ['however Python spells it', printed("No module named 'typing_extensions'"), 'typing_extensions'],
  [
    'tried after one that the project does not name',
    printed("No module named 'unidecode'\n\nDuring handling of it:\nNo module named 'typing_extensions'"),
    'typing_extensions',
  ],
  ['one that the project does not name', printed("Cannot find package 'right-pad'"), null],
  ['some tests ran', { ...testsVerdict(3, 4), excerpt: LEFT_PAD }, null],
  ['a pass', printed(LEFT_PAD, { outcome: 'pass' }), null],
  ['nothing of the kind', printed('AssertionError: 1 == 2'), null],
])('a missing dependency: %s', (_, verdict, missing) => {
  expect(missingDependency(verdict, toolchain)).toBe(missing);
});

test('none is known to be missing if the log does not say what the project names', () => {
  expect(missingDependency(printed(LEFT_PAD), { ...toolchain, declared: undefined })).toBeNull();
  expect(missingDependency(printed(LEFT_PAD), null)).toBeNull();
});

test('a failure that the excerpt has no room for names its remedy', () => {
  const failures = [{ name: '', message: `Error: ${LEFT_PAD}`, location: null }];
  expect(remedyForCheck(printed('not ok 1', { failures }), toolchain)?.text).toContain('npm ci');
});
