import fc from 'fast-check';
import { expect, test } from 'vitest';
import { killBesideAPerson } from '../support/person-kills.ts';
import { expectNothingLost, schedules } from '../support/person-schedule.ts';
import { seeded } from '../support/random.ts';

/** The same schedules each time, so that a failure is one of the change at hand; `JUMAR_TEST_SEED=random` looks for new ones. */
const given = process.env.JUMAR_TEST_SEED ?? '20';

test('nothing of a person is lost or moved, over many random schedules with kills', async () => {
  const seed = chosenSeed();
  const happened: string[] = [];
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      happened.push(...(await expectNothingLost(schedule)));
    }),
    { numRuns: Number(process.env.JUMAR_TEST_RUNS ?? 60), seed, endOnFailure: true },
  );
  console.log(counted(happened));
}, 1_800_000);

test('nothing of a person is lost or moved if Jumar itself is killed at random moments and resumed', async () => {
  const random = seeded(chosenSeed());
  const happened: string[] = [];
  // The schedules are the same each time; how far Jumar has come by then is up to the machine.
  for (let run = 0; run < Number(process.env.JUMAR_TEST_RUNS ?? 15); run++)
    happened.push(...(await killBesideAPerson(random)));
  expect(happened.filter((what) => what.startsWith('kill')).length).toBeGreaterThan(0);
  console.log(counted(happened));
}, 1_800_000);

function chosenSeed(): number {
  const seed = given === 'random' ? Date.now() % 1_000_000 : Number(given);
  console.log(`seed ${seed}: JUMAR_TEST_SEED=${seed} runs the same schedules`);
  return seed;
}

function counted(happened: readonly string[]): string {
  const times = new Map<string, number>();
  for (const what of happened) times.set(what, (times.get(what) ?? 0) + 1);
  return [...times]
    .sort()
    .map(([what, n]) => `${n} × ${what}`)
    .join('\n');
}
