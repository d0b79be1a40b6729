import { expect, test } from 'vitest';
import { asksForTestsOfChange } from './requested-tests.ts';

test.each<[string, boolean]>([
  ['add a --json flag with tests', true],
  ['add a --json flag and tests for it', true],
  ['fix slug, tests must pass', false],
  ['add a --json flag and write tests for it', true],
  ['fix the rounding of prices, and add a regression test', true],
  ['Implement slug(). Include unit tests.', true],
  ['Support empty input; cover it with a test', true],
  ['handle leap years and test it', true],
  ['add tests for slug', false],
  ['write unit tests for the parser and the printer', false],
  ['raise the coverage: add tests for src/slug.js', false],
  ['add a --json flag', false],
  ['fix slug and make the tests pass', false],
  ['fix slug so that the tests pass', false],
  ['add a --json flag, without tests', false],
  ["add a --json flag, don't add tests", false],
  ['add a linter and add a test script', false],
])('%s: %s', (task, expected) => {
  expect(asksForTestsOfChange(task)).toBe(expected);
});
