import { expect, test } from 'vitest';
import { killAndCompare } from '../support/kill-story.ts';

test('killed 200 times, it comes to the same end', async () => {
  expect(await killAndCompare(200, 20_261_115)).toBeGreaterThanOrEqual(200);
});
