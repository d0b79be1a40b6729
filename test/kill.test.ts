import { expect, test } from 'vitest';
import { killAndCompare } from './support/kill-story.ts';

test('killed 12 times, at event boundaries and in between, it comes to the same end', {
  timeout: 240_000,
}, async () => {
  expect(await killAndCompare(12, 1)).toBeGreaterThanOrEqual(12);
});
