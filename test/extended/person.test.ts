import fc from 'fast-check';
import { test } from 'vitest';
import { expectNothingLost, schedules } from '../support/person-schedule.ts';

test('nothing of a person is lost or moved, over many random schedules with kills', async () => {
  const seed = Number(process.env.JUMAR_TEST_SEED ?? Date.now() % 1_000_000);
  console.log(`seed ${seed}: JUMAR_TEST_SEED=${seed} runs the same schedules`);
  await fc.assert(fc.asyncProperty(schedules, expectNothingLost), { numRuns: 60, seed, endOnFailure: true });
}, 1_800_000);
