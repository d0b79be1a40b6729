import { expect, test } from 'vitest';
import { strategies } from '../../src/core/progress/index.ts';
import { killAndCompare } from '../support/kill-story.ts';

test.each(Object.keys(strategies))(
  'killed 20 times, the prompts of %s are those of a run that was not',
  async (name) => {
    expect(await killAndCompare(20, 7, name)).toBeGreaterThanOrEqual(20);
  },
);

test('killed 200 times, it comes to the same end', async () => {
  expect(await killAndCompare(200, 20_261_115)).toBeGreaterThanOrEqual(200);
});
