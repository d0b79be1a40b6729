import { expect, test } from 'vitest';
import { wallClock } from './clock.ts';

test('a wait ends at its time and tells what is left; a time that has passed is not waited for', async () => {
  const left: number[] = [];
  const clock = wallClock((activity) => activity.type === 'waiting' && left.push(activity.leftMs));
  const at = clock.now() + 50;
  await clock.waitUntil(at, new AbortController().signal);
  expect(clock.now()).toBeGreaterThanOrEqual(at);
  expect(left.length).toBeGreaterThan(0);
  left.length = 0;
  await clock.waitUntil(at, new AbortController().signal);
  expect(left).toEqual([]);
});

test('a signal ends it with its reason', async () => {
  const controller = new AbortController();
  const waiting = wallClock(() => controller.abort(new Error('enough'))).waitUntil(
    Date.now() + 60_000,
    controller.signal,
  );
  await expect(waiting).rejects.toThrow('enough');
});
