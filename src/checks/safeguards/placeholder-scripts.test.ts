import { expect, test } from 'vitest';
import { replacesPlaceholders } from './placeholder-scripts.ts';

const INIT = 'echo "Error: no test specified" && exit 1';
const RUNS = 'node --test test/*.test.js';

test.each<[string, string, string, boolean]>([
  ['the script of npm init', INIT, RUNS, true],
  ['without quotes', 'echo Error: no test specified && exit 1', 'vitest run', true],
  ['true', 'true', RUNS, true],
  ['exit', 'exit 1', 'tsc && vitest run', true],
  ['to another that does nothing', INIT, 'true', false],
  ['to one that only prints', INIT, 'echo ok && exit 0', false],
  ['to a version', INIT, 'node --version', false],
  ['to inline code', INIT, 'node -e 0', false],
  ['to a result that does not count', INIT, `${RUNS} || true`, false],
  ['to one that always succeeds', INIT, `${RUNS}; exit 0`, false],
  ['from a real one', 'jest', RUNS, false],
  ['from a real one with an echo', 'echo testing && jest', RUNS, false],
  ['from one that writes', 'echo > report', RUNS, false],
  ['not at all', INIT, INIT, false],
])('%s', (_, before, after, replaces) => {
  const text = (script: string) => JSON.stringify({ name: 'p', scripts: { test: script, lint: 'eslint' } });
  expect(replacesPlaceholders(text(before), text(after))).toBe(replaces);
});

test('no other judging part may change with it', () => {
  const before = JSON.stringify({ scripts: { test: INIT, lint: 'eslint' } });
  const after = (more: object, scripts = {}) =>
    JSON.stringify({ scripts: { test: RUNS, lint: 'eslint', ...scripts }, ...more });
  expect(replacesPlaceholders(before, after({ dependencies: { a: '1' } }, { build: 'tsc' }))).toBe(true);
  expect(replacesPlaceholders(before, after({ jest: { bail: true } }))).toBe(false);
  expect(replacesPlaceholders(before, after({}, { lint: 'true' }))).toBe(false);
  expect(replacesPlaceholders(before, after({}, { pretest: 'x' }))).toBe(false);
  expect(replacesPlaceholders(before, 'no JSON')).toBe(false);
  expect(replacesPlaceholders('{}', after({}))).toBe(false);
});
