import { expect, test } from 'vitest';
import { aVerdict, testsVerdict } from '../../testing/builders.ts';
import type { Toolchain } from '../criteria/toolchain.ts';
import type { Verdict } from '../criteria/verdict.ts';
import { missingDependency, remedyForCheck, verdictsRemedy } from './check-remedy.ts';

const toolchain: Toolchain = {
  linters: [],
  missing: [],
  build: null,
  install: { node: 'npm ci', python: 'uv sync' },
  declared: ['left-pad', 'Typing-Extensions', 'mocha'],
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
  ['the runner that make starts', printed('mocha\nmake: mocha: No such file or directory'), 'mocha'],
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

const RIGHT_PAD = printed("Cannot find package 'right-pad'");
test.each<[string, Verdict, Verdict[], string]>([
  ['the check ran at the baseline', RIGHT_PAD, [printed('AssertionError: 1 == 2')], 'right-pad cannot be found'],
  ['it passed there', RIGHT_PAD, [aVerdict({ outcome: 'pass' })], 'right-pad cannot be found'],
  ['it was missing there, too', RIGHT_PAD, [RIGHT_PAD], 'run `npm ci`'],
  ['another check ran there', RIGHT_PAD, [aVerdict({ criterion: 'other' })], 'run `npm ci`'],
  ['the project declares it', printed(LEFT_PAD), [aVerdict({ outcome: 'pass' })], 'run `npm ci`'],
  ['nothing is known of a baseline', RIGHT_PAD, [], 'run `npm ci`'],
])('what to do about a package that cannot be found: %s', (_, verdict, before, text) => {
  expect(verdictsRemedy([verdict], toolchain, before)).toContain(text);
});

test('if the log does not say what the project declares, its install command is the advice', () => {
  const unknown = { ...toolchain, declared: undefined };
  expect(verdictsRemedy([RIGHT_PAD], unknown, [aVerdict({ outcome: 'pass' })])).toContain('npm ci');
});
