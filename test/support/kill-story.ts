import { expect } from 'vitest';
import { logOf } from './cli.ts';
import { aScene, killedRun, launchesOf, onlyLoop, storyOf, uninterrupted, withoutDurations } from './kill-harness.ts';
import { seeded } from './random.ts';

/**
 * Kills the real command line again and again until `killCount` kills have hit, over as many loops as it takes: first at
 * every event boundary in turn, then at random instants. Every loop must end exactly like the uninterrupted one
 * and send the same prompts.
 */
export async function killAndCompare(killCount: number, seed: number, strategy?: string): Promise<number> {
  const reference = await uninterrupted(strategy);
  const random = seeded(seed);
  const boundaries = Array.from({ length: reference.records - 1 }, (_, index) => index + 1);
  let kills = 0;
  for (let loop = 0; kills < killCount; loop++) {
    const moments =
      loop === 0
        ? boundaries.slice(0, killCount).map((record) => ({ record, afterMs: 0 }))
        : randomMoments(random, reference.records);
    const scene = aScene(strategy);
    kills += await killedRun(scene, moments);
    expectSameEnd(scene, reference);
  }
  return kills;
}

/** Later and later in the log; records that resuming adds make the numbers grow, so the steps are small. */
function randomMoments(random: () => number, records: number) {
  const moments: { record: number; afterMs: number }[] = [];
  let record = 1;
  while (record < records + 20) {
    moments.push({ record, afterMs: Math.floor(random() * 120) });
    record += 1 + Math.floor(random() * 6);
  }
  return moments;
}

function expectSameEnd(scene: ReturnType<typeof aScene>, reference: Awaited<ReturnType<typeof uninterrupted>>): void {
  expect(storyOf(scene)).toEqual(reference.story);

  const prompts = new Map(reference.launches.map(({ n, prompt }) => [n, withoutDurations(prompt)]));
  const seen = new Map<number, string>();
  for (const { n, prompt, overlap } of launchesOf(scene)) {
    expect(overlap, `two agents at once in iteration ${n}`).toBe(false);
    expect(withoutLoopId(withoutDurations(prompt))).toBe(withoutLoopId(prompts.get(n) ?? ''));
    expect(seen.get(n) ?? prompt, `the prompt of iteration ${n} after a kill`).toBe(prompt);
    seen.set(n, prompt);
  }

  const finished = logOf(onlyLoop(scene)).flatMap(({ event }) =>
    event.type === 'agent-finished' ? [event.iteration] : [],
  );
  expect(finished, 'a recorded agent run is not repeated').toEqual([...new Set(finished)]);
}

function withoutLoopId(prompt: string): string {
  return prompt.replace(/-[0-9a-f]{8}\b/g, '-…');
}
