import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isLeaseLost, type Leases, loopLease, WORKSPACE_LEASE } from '../ports/lease.ts';

export interface LeasesUnderTest {
  leases: Leases;
  /** Takes the lease away from its holder behind its back. */
  takeAway(name: string): Promise<void>;
  close(): Promise<void>;
}

/** What every Leases must do. */
export function leaseContract(name: string, make: () => Promise<LeasesUnderTest>): void {
  describe(`${name} keeps the lease contract`, () => {
    let given: LeasesUnderTest;
    beforeEach(async () => {
      given = await make();
    });
    afterEach(() => given.close());

    const loop = loopLease('a-loop-00000000');

    test('one has it, others are refused with its purpose, until it is released', async () => {
      const lease = await given.leases.acquire(loop, 'the first');
      const refused = expect(given.leases.acquire(loop, 'the second')).rejects;
      await refused.toMatchObject({ code: 'locked', message: expect.stringContaining('the first') });
      await lease.release();
      const next = await given.leases.acquire(loop, 'the second');
      expect(next.fence).not.toBe(lease.fence);
      expect([lease.signal.aborted, next.signal.aborted]).toEqual([false, false]);
      await next.release();
    });

    test('names are apart', async () => {
      const leases = await Promise.all(
        [WORKSPACE_LEASE, loop, loopLease('b-loop-00000000')].map((one) => given.leases.acquire(one, 'work')),
      );
      expect(new Set(leases.map(({ fence }) => fence)).size).toBe(3);
      for (const lease of leases) await lease.release();
    });

    test('of many who want it at once, one gets it', async () => {
      const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => given.leases.acquire(loop, 'a race')));
      const winners = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
      expect(winners).toHaveLength(1);
      await winners[0]?.release();
    });

    test('losing it is signalled at once, with a reason that names itself', async () => {
      const lease = await given.leases.acquire(loop, 'work');
      const other = await given.leases.acquire(WORKSPACE_LEASE, 'work');
      const lost = once(lease.signal, 'abort');
      await given.takeAway(loop);
      await lost;
      expect(isLeaseLost(lease.signal.reason)).toBe(true);
      expect(lease.signal.reason).toMatchObject({ code: 'lock-lost' });
      expect(other.signal.aborted).toBe(false);
      await other.release();
    });

    test('a release that comes late leaves the successor its lease', async () => {
      const lease = await given.leases.acquire(loop, 'work');
      await given.takeAway(loop);
      const next = await given.leases.acquire(loop, 'the successor');
      await lease.release();
      await lease.release();
      await expect(given.leases.acquire(loop, 'a third')).rejects.toMatchObject({ code: 'locked' });
      expect(next.signal.aborted).toBe(false);
      await next.release();
    });
  });
}
