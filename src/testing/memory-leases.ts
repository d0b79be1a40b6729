import type { Leases } from '../ports/lease.ts';
import { lockLost } from '../store/lock.ts';
import { StoreError } from '../system/errors.ts';

export interface MemoryLeases extends Leases {
  /** The fence of the current holder; null if the lease is free. */
  fenceOf(name: string): string | null;
  /** Takes the lease away from its holder, like removing a lock file. */
  revoke(name: string): void;
}

/** In-memory leases: for tests, and for embedders that run loops in one process only. */
export function createMemoryLeases(): MemoryLeases {
  const holders = new Map<string, { fence: string; purpose: string; controller: AbortController }>();
  let count = 0;
  return {
    async acquire(name, purpose) {
      const holder = holders.get(name);
      if (holder) throw new StoreError('locked', `${name} is held (${holder.purpose})`, 'wait for it to end');
      count += 1;
      const fence = String(count);
      const controller = new AbortController();
      holders.set(name, { fence, purpose, controller });
      return {
        fence,
        signal: controller.signal,
        async release() {
          if (holders.get(name)?.fence === fence) holders.delete(name);
        },
      };
    },
    fenceOf: (name) => holders.get(name)?.fence ?? null,
    revoke(name) {
      const holder = holders.get(name);
      holders.delete(name);
      holder?.controller.abort(lockLost(name));
    },
  };
}
