import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for something that will come to be true, and says what did not when it does not. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, deadlineMs = 15_000): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited ${deadlineMs} ms in vain until ${what}`);
    await sleep(10);
  }
}
