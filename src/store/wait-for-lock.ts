import { setTimeout as wait } from 'node:timers/promises';
import { StoreError } from '../system/errors.ts';
import { acquireLock, lockOwner } from './lock.ts';

const LOOK_MS = 30;

/** Does the work under the lock, after everybody who was there first. Rejects as acquireLock does if that takes too long. */
export async function underLock<T>(
  path: string,
  { purpose, patienceMs }: { purpose: string; patienceMs: number },
  work: () => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + patienceMs;
  const take = async () =>
    acquireLock(path, { purpose }).catch((error: unknown) => {
      const isTaken = error instanceof StoreError && error.code === 'locked';
      if (!isTaken || Date.now() > deadline) throw error;
      return null;
    });
  let lock = await take();
  while (!lock) {
    await wait(LOOK_MS);
    // Looking costs less than trying.
    if (Date.now() <= deadline && (await lockOwner(path).catch(() => null)) !== null) continue;
    lock = await take();
  }
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
