import { describe, expect, test } from 'vitest';
import { expectationOf } from './expectation.ts';
import { asksForOtherSetUp, asksToChange, asksToUpdateTests } from './requested-change.ts';

describe('a task that names test/add.test.js', () => {
  test.each<[string, boolean]>([
    ['the expectation in test/add.test.js is wrong, 2+3 is 5; correct it', true],
    ["fix the test 'adds' in test/add.test.js: it expects 6 but should expect 5", true],
    ['correct the expectation in add.test.js so that npm test passes', true],
    ['Update `test/add.test.js`.', true],
    ['update the failing assertions of test/add.test.js', true],
    ['make test/add.test.js pass', false],
    ['fix the failing test in test/add.test.js', false],
    ['fix add so that test/add.test.js passes', false],
    ['fix src/add.js and make test/add.test.js pass', false],
    ['fix add; do not change test/add.test.js', false],
    ['fix add without touching test/add.test.js', false],
    ['update test/other-add.test.js', false],
    ['update the tests', false],
    ['add a test for zero to test/add.test.js', false],
  ])('%s', (task, asks) => {
    expect(asksToChange(task, 'test/add.test.js')).toBe(asks);
  });
});

test.each<[string, boolean]>([
  ['move the tests from test/ to spec/ and adapt the test script', true],
  ['move the tests to spec/', true],
  ['change the npm test script to run vitest', true],
  ['fix the npm-script', true],
  ['make npm test pass', false],
  ['make the test script pass', false],
  ['add an npm script typecheck', false],
  ['move add to lib', false],
  ['fix add, do not change the test script', false],
])('another set-up: %s', (task, asks) => {
  expect(asksForOtherSetUp(task)).toBe(asks);
});

test.each<[string, boolean]>([
  ['add must return a string instead of a number; update its tests accordingly', true],
  ['rewrite the snapshots', true],
  ['update the tests in test/add.test.js', false],
  ['update the test script', false],
  ['fix the tests', false],
  ['change add and make the tests pass', false],
  ['do not change the tests', false],
])('other tests: %s', (task, asks) => {
  expect(asksToUpdateTests(task)).toBe(asks);
});

describe('a changed expectation is expected', () => {
  const inFile = (path: string) => ['adds', path, 'assert.equal(add(2,3), 6)'];
  test.each<[string, string, boolean]>([
    ['the expectation in test/add.test.js is wrong, 2+3 is 5; correct it', 'test/add.test.js', true],
    ['the expectation in test/add.test.js is wrong, 2+3 is 5; correct it', 'test/mul.test.js', false],
    ["fix the test 'adds' in test/add.test.js: it expects 6 but should expect 5", 'test/add.test.js', true],
    ["fix the test 'adds' in test/add.test.js: it expects 6 but should expect 5", 'test/mul.test.js', false],
    ['update the tests', 'test/mul.test.js', true],
    ['make npm test pass', 'test/add.test.js', false],
    ['make test/add.test.js pass', 'test/add.test.js', false],
    ['add a case for zero to test/add.test.js', 'test/add.test.js', false],
  ])('%s: %s', (task, path, expected) => {
    expect(expectationOf(task, 'assertion_weakening', inFile(path)) !== null).toBe(expected);
  });
});
