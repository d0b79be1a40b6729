import { describe, expect, test } from 'vitest';
import type { PristineFile } from '../ports/safeguards.ts';
import { aCriterion, aVerdict } from '../testing/builders.ts';
import { objectiveFinding, pristineFindings } from './pristine-findings.ts';

const file = (path: string, isNew = false, isPlaceholder = false): PristineFile => ({
  path,
  content: isNew ? null : Buffer.from(''),
  mode: 0o644,
  isNew,
  setsUp: !path.includes('.test.'),
  isPlaceholder,
});
const found = (...files: PristineFile[]) => ({ files, moved: [], newTests: [], fingerprint: 'f' });
const context = (task: string, measured = true) => ({ criteria: [aCriterion()], task, measured: () => measured });
const finding = (files: PristineFile[], task = 'make it work', measured = true) =>
  pristineFindings([aVerdict()], found(...files), context(task, measured))[0];

describe('a criterion that holds only with the change', () => {
  test('says with what', () => {
    expect(finding([file('a.test.js')])?.why).toBe(
      'npm test holds only with the changed a.test.js; with the original it does not (exit 1).',
    );
    expect(finding([file('.npmrc', true)])?.why).toBe(
      'npm test holds only with the new .npmrc; without that it does not (exit 1).',
    );
    expect(finding([file('a.test.js'), file('.npmrc', true)])?.why).toContain(
      'with the changed a.test.js and the new .npmrc; with the original',
    );
  });

  test.each<[string, PristineFile[], string, boolean, boolean]>([
    ['blocks', [file('a.test.js')], 'make it work', true, true],
    ['blocks where the file is new', [file('.npmrc', true)], 'make it work', true, true],
    ['not where the judge had to be set up', [file('vitest.config.ts', true)], 'make it work', false, false],
    ['but where an old one was changed with it', [file('a.test.js'), file('.npmrc', true)], 'x', false, true],
    ['not where the task names the file', [file('.npmrc', true)], 'write an .npmrc', true, false],
    ['not where the task asks for a set-up', [file('vitest.config.ts', true)], 'set up vitest', true, false],
    ['not where the task asks for the script', [file('package.json')], 'adapt the test script', true, false],
    ['not where it moves the tests', [file('package.json')], 'move the tests from test/ to spec/', true, false],
    ['not where it says that the test is wrong', [file('a.test.js')], 'the value in a.test.js is wrong', true, false],
    ['but where it only asks for one more', [file('a.test.js')], 'add a test to a.test.js', true, true],
    ['but where another is wrong', [file('b.test.js')], 'the value in a.test.js is wrong', true, true],
    ['but where it names the test as what must pass', [file('a.test.js')], 'make a.test.js pass', true, true],
    ['not where the tests are to follow', [file('a.test.js')], 'return a string, update the tests', true, false],
    ['not where what it tests goes', [file('mul.test.js')], 'remove the mul function and its tests', true, false],
    ['but where that is other work', [file('add.test.js')], 'remove mul and its tests, and repair add', true, true],
    ['but where something else goes', [file('add.test.js')], 'remove the mul function and its tests', true, true],
    ['but where it only names the runner', [file('vitest.config.ts', true)], 'make vitest pass', true, true],
  ])('%s', (_, files, task, measured, blocking) => {
    expect(finding(files, task, measured)).toMatchObject({
      blocking,
      severity: blocking || measured ? 'high' : 'medium',
    });
  });

  test('is none if it holds, or could not be measured before either', () => {
    expect(pristineFindings([aVerdict({ outcome: 'pass' })], found(file('a')), context('x'))).toEqual([]);
    expect(pristineFindings([aVerdict({ outcome: 'unmeasured' })], found(file('a')), context('x', false))).toEqual([]);
  });
});

test('a script that only said that there is no check was not a judge', () => {
  const placeholder = file('package.json', false, true);
  expect(finding([placeholder])).toMatchObject({ blocking: false, severity: 'medium' });
  expect(finding([placeholder, file('.npmrc', true)])).toMatchObject({ blocking: true });
  expect(finding([placeholder, file('.npmrc', true)], 'x', false)).toMatchObject({ blocking: false });
  expect(finding([placeholder, file('a.test.js')])).toMatchObject({ blocking: true });
});

test('a number that is better only by its judge blocks', () => {
  const numbers = { claimed: 1, proven: 100, best: 100 };
  expect(objectiveFinding(numbers, found(file('package.json')), 'make it small')).toMatchObject({
    id: 'pristine-objective-f',
    blocking: true,
    why: 'The number is 1 only with the changed package.json; with the original it is 100, which is no better than 100.',
  });
});
