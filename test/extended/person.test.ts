import fc from 'fast-check';
import { test } from 'vitest';
import { expectNothingLost, schedules } from '../support/person-schedule.ts';

/** The same schedules each time, so that a failure is one of the change at hand; `JUMAR_TEST_SEED=random` looks for new ones. */
const given = process.env.JUMAR_TEST_SEED ?? '20';

test('nothing of a person is lost or moved, over many random schedules with kills', async () => {
  const seed = given === 'random' ? Date.now() % 1_000_000 : Number(given);
  console.log(`seed ${seed}: JUMAR_TEST_SEED=${seed} runs the same schedules`);
  const happened = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      for (const what of await expectNothingLost(schedule)) happened.set(what, (happened.get(what) ?? 0) + 1);
    }),
    { numRuns: Number(process.env.JUMAR_TEST_RUNS ?? 60), seed, endOnFailure: true },
  );
  console.log(
    [...happened]
      .sort()
      .map(([what, times]) => `${times} × ${what}`)
      .join('\n'),
  );
}, 1_800_000);
