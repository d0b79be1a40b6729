import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LoopEvent, Recorded } from '../core/state/events.ts';
import { type Leases, loopLease } from '../ports/lease.ts';
import { isLogMoved, type LogStore, type LoopLog } from '../ports/log-store.ts';
import { loopCreated } from './builders.ts';

export interface LogStoreUnderTest {
  /** A store as one process has it; called again, another process's view of the same logs. */
  open(): LogStore;
  leases: Leases;
  /** Takes the lease away from its holder behind its back. */
  takeAway(name: string): Promise<void>;
  close(): Promise<void>;
}

const LOOP = 'a-loop-00000000';
const started = (pid: number): LoopEvent => ({ type: 'session-started', pid, resumed: false });
const seqs = (records: readonly Recorded[]) => records.map(({ seq }) => seq);

/** What every LogStore must do. */
export function logStoreContract(name: string, make: () => Promise<LogStoreUnderTest>): void {
  describe(`${name} keeps the log store contract`, () => {
    let given: LogStoreUnderTest;
    let logs: LogStore;
    const opened: LoopLog[] = [];
    const handle = (store: LogStore = logs, id = LOOP) => {
      const log = store.loop(id);
      opened.push(log);
      return log;
    };
    beforeEach(async () => {
      given = await make();
      logs = given.open();
    });
    afterEach(async () => {
      for (const log of opened.splice(0)) await log.close();
      await given.close();
    });

    test('a log that does not exist is empty, and no loop of the list', async () => {
      const reading = await handle().read();
      expect(reading).toMatchObject({ records: [], torn: null, damage: null, refusal: null, head: { seq: 0 } });
      expect(await logs.list()).toEqual([]);
      expect(() => logs.loop('../elsewhere')).toThrow(expect.objectContaining({ code: 'bad-loop-id' }));
    });

    test('what was appended is read, by others too and from any record on', async () => {
      const log = handle();
      const created = loopCreated({ loop: LOOP });
      const first = await log.append(created, { expectedSeq: 0, fence: null });
      expect(first).toMatchObject({ seq: 1, event: created });
      await log.append(started(1), { expectedSeq: 1, fence: null });
      await log.append(started(2), { expectedSeq: 2, fence: null });
      const elsewhere = handle(given.open());
      const whole = await elsewhere.read();
      expect(seqs(whole.records)).toEqual([1, 2, 3]);
      expect(whole.records[0]).toEqual(first);
      expect(whole).toMatchObject({ damage: null, refusal: null, notes: [], head: { seq: 3 } });
      const visited: Recorded[] = [];
      const { records, ...found } = whole;
      expect(await elsewhere.scan((record) => void visited.push(record))).toEqual(found);
      expect(visited).toEqual(records);
      visited.length = 0;
      await elsewhere.scan((record) => void visited.push(record), 2);
      expect(seqs(visited)).toEqual([2, 3]);
      const rest = await elsewhere.read(3);
      expect(seqs(rest.records)).toEqual([3]);
      expect(rest.head).toEqual(whole.head);
      expect((await elsewhere.read(9)).records).toEqual([]);
    });

    test('the same events make the same chain', async () => {
      const one = handle();
      await one.append(started(1), { expectedSeq: 0, fence: null });
      const { head } = await one.read();
      const other = handle(logs, 'b-loop-00000000');
      await other.append(started(1), { expectedSeq: 0, fence: null });
      expect(head.hash).toMatch(/^[0-9a-f]{64}$/);
      expect((await other.read()).head.hash).not.toBe(head.hash);
    });

    test('loops are listed, oldest first', async () => {
      for (const id of ['c-loop', 'a-loop', 'b-loop']) {
        await handle(logs, id).append(loopCreated({ loop: id }), { expectedSeq: 0, fence: null });
      }
      const listed = await given.open().list();
      expect(listed.map(({ id }) => id).sort()).toEqual(['a-loop', 'b-loop', 'c-loop']);
      const times = listed.map(({ createdAt }) => createdAt);
      expect(times).toEqual([...times].sort((a, b) => a - b));
    });

    test('who knows an older log is refused, and gets on once it has read the new one', async () => {
      const [one, other] = [handle(), handle(given.open())];
      await one.append(started(1), { expectedSeq: 0, fence: null });
      await other.append(started(2), { expectedSeq: 1, fence: null });
      const refused = await one.append(started(3), { expectedSeq: 1, fence: null }).catch((error: unknown) => error);
      expect(isLogMoved(refused)).toBe(true);
      await expect(other.append(started(3), { expectedSeq: 7, fence: null })).rejects.toMatchObject({
        code: 'log-moved',
      });
      const { head } = await one.read();
      expect(head.seq).toBe(2);
      expect(await one.append(started(3), { expectedSeq: head.seq, fence: null })).toMatchObject({ seq: 3 });
    });

    test('of appends that are made at once for one place, one comes in', async () => {
      const log = handle();
      const all = await Promise.allSettled(
        [1, 2, 3].map((n) => log.append(started(n), { expectedSeq: 0, fence: null })),
      );
      expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
      expect((await log.read()).head.seq).toBe(1);
    });

    test('an old fence is refused, and that of the present holder is good', async () => {
      const log = handle();
      const first = await given.leases.acquire(loopLease(LOOP), 'the first');
      await log.append(started(1), { expectedSeq: 0, fence: first.fence });
      await given.takeAway(loopLease(LOOP));
      const late = log.append(started(2), { expectedSeq: 1, fence: first.fence });
      await expect(late).rejects.toMatchObject({ code: 'lock-lost' });
      const second = await given.leases.acquire(loopLease(LOOP), 'the second');
      const elsewhere = handle(given.open());
      await elsewhere.append(started(2), { expectedSeq: 1, fence: second.fence });
      // Even with an outdated state: not being the holder is reported first.
      await expect(log.append(started(3), { expectedSeq: 1, fence: first.fence })).rejects.toMatchObject({
        code: 'lock-lost',
      });
      await second.release();
      await expect(elsewhere.append(started(3), { expectedSeq: 2, fence: second.fence })).rejects.toMatchObject({
        code: 'lock-lost',
      });
      expect((await log.read()).head.seq).toBe(2);
    });

    test('one handle may write under one lease after another', async () => {
      const [one, other] = [handle(), handle(given.open())];
      for (const [at, log] of [one, other, one, other].entries()) {
        const lease = await given.leases.acquire(loopLease(LOOP), `step ${at}`);
        if (at === 2) {
          const stale = log.append(started(at), { expectedSeq: 1, fence: lease.fence });
          await expect(stale).rejects.toMatchObject({ code: 'log-moved' });
        }
        await log.append(started(at), { expectedSeq: at, fence: lease.fence });
        await lease.release();
      }
      expect(seqs((await one.read()).records)).toEqual([1, 2, 3, 4]);
    });

    test('an event that nobody could read again is refused, and the next one comes in', async () => {
      const log = handle();
      const broken = { type: 'session-started', pid: Number.NaN, resumed: false } as LoopEvent;
      await expect(log.append(broken, { expectedSeq: 0, fence: null })).rejects.toMatchObject({ code: 'bad-event' });
      expect(await log.append(started(1), { expectedSeq: 0, fence: null })).toMatchObject({ seq: 1 });
    });

    test('a follower gets what is there, what comes, and ends with its signal', async () => {
      const end = new AbortController();
      const [writer, reader] = [handle(), handle(given.open())];
      const following = reader.follow(2, end.signal)[Symbol.asyncIterator]();
      const second = following.next();
      await writer.append(started(1), { expectedSeq: 0, fence: null });
      await writer.append(started(2), { expectedSeq: 1, fence: null });
      expect((await second).value).toMatchObject({ seq: 2, event: { pid: 2 } });
      const third = following.next();
      await writer.append(started(3), { expectedSeq: 2, fence: null });
      expect((await third).value).toMatchObject({ seq: 3 });
      const none = following.next();
      end.abort();
      expect(await none).toMatchObject({ done: true });
    });

    test('a closed handle appends nothing', async () => {
      const log = handle();
      const last = log.append(started(1), { expectedSeq: 0, fence: null });
      await log.close();
      expect(await last).toMatchObject({ seq: 1 });
      await expect(log.append(started(2), { expectedSeq: 1, fence: null })).rejects.toMatchObject({
        code: 'unwritable',
      });
      await log.close();
      expect((await handle().read()).head.seq).toBe(1);
    });
  });
}
