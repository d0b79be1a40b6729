import { expect, test } from 'vitest';
import type { CommandRun } from './command-run.ts';
import { ranNothing } from './ran-nothing.ts';

const after = (tail: string, exitCode = 0) =>
  ranNothing({ tail, complete: true, result: { exitCode } } as CommandRun)?.reason ?? null;

test.each([
  ["make: 'test' is up to date.\n", 'test'],
  ["make: `test' is up to date.\n", 'test'],
  ["make: Nothing to be done for 'check-all'.\n", 'check-all'],
  [
    "make[1]: Entering directory '/a'\nmake[1]: 'unit-tests' is up to date.\nmake[1]: Leaving directory '/a'\n",
    'unit-tests',
  ],
  ["make: 'build' is up to date.\nmake: 'lint' is up to date.\n", 'lint'],
])('a check of which make ran nothing shows nothing: %j', (output, target) => {
  expect(after(output)).toBe(`exit 0, but make ran nothing: '${target}' is up to date. Declare it: .PHONY: ${target}`);
});

test.each([
  ["make: 'dist/app' is up to date.\n", 0],
  ["make: Nothing to be done for 'all'.\n", 0],
  ["make: 'latest' is up to date.\n", 0],
  ["node --test\n# pass 2\nmake: 'test' is up to date.\n", 0],
  ["make: 'test' is up to date.\n", 2],
  ['', 0],
])('what is built, what ran, and what failed is judged as always: %j, exit %i', (output, exitCode) => {
  expect(after(output, exitCode)).toBeNull();
});
