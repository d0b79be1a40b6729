import { expect, test } from 'vitest';
import { flippedText, otherInputsText } from './flipped-text.ts';
import { newTestsText } from './new-tests-text.ts';

const flipped = (over: Partial<Parameters<typeof flippedText>[0]>) =>
  flippedText({ turned: 2, shown: 2, flipped: 2, canaries: 0, unshown: [], ...over });

test.each([
  [{}, '2 of 2 newly passing tests fail with other expected values'],
  [{ turned: 1, shown: 1, flipped: 1 }, '1 of 1 newly passing test fails with other expected values'],
  [
    { turned: 1, shown: 1, flipped: 0, canaries: 1 },
    '1 of 1 newly passing test fails with a statement in it that must fail; no expected value could be changed',
  ],
  [
    { flipped: 1, canaries: 1 },
    '2 of 2 newly passing tests fail with other expected values or, if there are none, with a statement in it that must fail (1)',
  ],
  [{ shown: 0, problem: 'no names' }, '2 newly passing tests not tried with other expected values: no names'],
  [{ turned: 0 }, null],
])('what was shown of newly passing tests: %j', (over, text) => {
  expect(flipped(over)).toBe(text);
});

test.each([
  [2, 0, '2 of 2 new tests need the change'],
  [1, 0, '1 of 1 new test needs the change'],
  [2, 1, '1 of 2 new tests passes without the change, and so shows nothing of it'],
  [3, 2, '2 of 3 new tests pass without the change, and so show nothing of it'],
  [0, 0, null],
])('of %i new tests %i pass on the old source', (added, count, text) => {
  expect(newTestsText({ added, passing: { tests: [], count }, unshown: [] })).toBe(text);
});

test('what was left out of the other inputs is named', () => {
  const untried = [{ reason: 'generic functions are not tried', count: 1, functions: ['any'] }];
  const inputs = { tried: 0, runs: 0, durationMs: 1, untried };
  expect(otherInputsText({ calls: 0, inputs })).toBe('any not tried: generic functions are not tried');
});

test('other inputs are counted as they were tried', () => {
  expect(otherInputsText({ calls: 3, inputs: { tried: 120, runs: 3, durationMs: 9 } })).toBe(
    '3 of their calls were tried with 120 other inputs, before and after the change',
  );
  expect(otherInputsText({ calls: 1 })).toBe('1 of their calls was tried with other inputs, too');
  expect(otherInputsText({})).toBeNull();
});
