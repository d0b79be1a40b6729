import { expect, test } from 'vitest';
import { aVerdict } from '../../testing/builders.ts';
import { withoutLostCount } from './lost-count.ts';

const counts = (passed: number, total: number) => ({ passed, total, failed: total - passed, skipped: 0 });
const passes = aVerdict({ outcome: 'pass', reason: 'exit 0', tests: null });

test.each([
  [counts(1, 3), 'exit 0, but it does not show that any of the 3 tests of the baseline ran'],
  [counts(1, 1), 'exit 0, but it does not show that the 1 test of the baseline ran'],
])('a pass that counts no tests if the baseline passed some (%o) is not measured', (tests, reason) => {
  expect(withoutLostCount(passes, aVerdict({ tests }))).toMatchObject({
    outcome: 'unmeasured',
    unmeasured: 'incomplete',
    reason,
  });
});

test.each([
  ['tests are counted', { ...passes, tests: counts(1, 1) }, aVerdict({ tests: counts(2, 3) })],
  ['the baseline counted none', passes, aVerdict({ tests: null })],
  ['its runner tells only what fails', passes, aVerdict({ tests: counts(0, 3) })],
  ['it is new', passes, undefined],
  ['it fails', aVerdict({ tests: null }), aVerdict({ tests: counts(2, 3) })],
])('if %s, it stays as it is', (_, verdict, baseline) => {
  expect(withoutLostCount(verdict, baseline)).toBe(verdict);
});
