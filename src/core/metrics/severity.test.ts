import { expect, test } from 'vitest';
import { compareSeverity, isSevere, severities } from './severity.ts';

test('what is severe comes before what is not', () => {
  const mixed = (['low', 'critical', 'medium', 'high'] as const).map((severity) => ({ severity }));
  const sorted = mixed.sort(compareSeverity).map(({ severity }) => severity);
  expect(sorted).toEqual(severities);
  expect(sorted.map(isSevere)).toEqual([true, true, false, false]);
});
