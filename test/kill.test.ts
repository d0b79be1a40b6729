import { expect, test } from 'vitest';
import { killAndCompare } from './support/kill-story.ts';

test('killed 30 times, at event boundaries and in between, it comes to the same end', {
  timeout: 240_000,
}, async () => {
  expect(await killAndCompare(30, 1)).toBeGreaterThanOrEqual(30);
});
