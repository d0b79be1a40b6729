import { expect, test } from 'vitest';
import { wallClock } from './wall-clock.ts';

test('a wait ends on time and reports the remaining time; a time in the past is not waited for', async () => {
  const remainingMs: number[] = [];
  const clock = wallClock((activity) => activity.type === 'waiting' && remainingMs.push(activity.leftMs));
  const at = clock.now() + 50;
  await clock.waitUntil(at, new AbortController().signal);
  expect(clock.now()).toBeGreaterThanOrEqual(at);
  expect(remainingMs.length).toBeGreaterThan(0);
  remainingMs.length = 0;
  await clock.waitUntil(at, new AbortController().signal);
  expect(remainingMs).toEqual([]);
});

test('a signal ends the wait with its reason', async () => {
  const controller = new AbortController();
  const waiting = wallClock(() => controller.abort(new Error('enough'))).waitUntil(
    Date.now() + 60_000,
    controller.signal,
  );
  await expect(waiting).rejects.toThrow('enough');
});
