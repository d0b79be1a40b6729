import { once } from 'node:events';
import type { Recorded } from '../core/state/events.ts';
import { loopLease } from '../ports/lease.ts';
import type { LogLink, LogStore, LoopLog } from '../ports/log-store.ts';
import { encode, genesis } from '../store/chain.ts';
import { isLoopId } from '../store/layout.ts';
import { lockLost } from '../store/lock.ts';
import { StoreError } from '../system/errors.ts';
import type { MemoryLeases } from './memory-leases.ts';

interface StoredLoop {
  records: Recorded[];
  head: LogLink;
  /** Fires at each append. */
  growth: EventTarget;
}

/** In-memory logs, chained like those on disk. A fence is valid as long as its lease is held. */
export function createMemoryLogStore(leases: Pick<MemoryLeases, 'fenceOf'>, now: () => number = Date.now): LogStore {
  const loops = new Map<string, StoredLoop>();
  const loopOf = (id: string): StoredLoop => {
    const loop = loops.get(id) ?? { records: [], head: genesis(id), growth: new EventTarget() };
    loops.set(id, loop);
    return loop;
  };
  return {
    async list() {
      const begun = [...loops].flatMap(([id, { records }]) => (records[0] ? [{ id, createdAt: records[0].at }] : []));
      return begun.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
    },
    loop(id) {
      if (!isLoopId(id)) throw new StoreError('bad-loop-id', `${JSON.stringify(id)} is not a loop id`, '');
      return openMemoryLog(loopOf(id), () => leases.fenceOf(loopLease(id)), now);
    },
  };
}

function openMemoryLog(loop: StoredLoop, presentFence: () => string | null, now: () => number): LoopLog {
  let closed = false;
  return {
    async read(fromSeq = 1) {
      const records = loop.records.slice(Math.max(0, fromSeq - 1));
      return { records, torn: null, damage: null, refusal: null, notes: [], head: loop.head };
    },
    async scan(visit, fromSeq) {
      const { records, ...found } = await this.read(fromSeq);
      for (const record of records) visit(record);
      return found;
    },
    async append(event, { expectedSeq, fence }) {
      if (closed) throw new StoreError('unwritable', 'the log was closed', 'open the log again');
      if (fence !== null && fence !== presentFence()) throw lockLost('of the log');
      if (loop.head.seq !== expectedSeq) {
        const message = `the log ends at record ${loop.head.seq}, not at ${expectedSeq}`;
        throw new StoreError('log-moved', message, 'read the log again');
      }
      const { recorded, link } = encode(loop.head, now(), event);
      loop.records.push(recorded);
      loop.head = link;
      loop.growth.dispatchEvent(new Event('growth'));
      return recorded;
    },
    async *follow(fromSeq, signal) {
      for (let next = Math.max(1, fromSeq); !signal.aborted; ) {
        const record = loop.records[next - 1];
        if (!record) {
          await once(loop.growth, 'growth', { signal }).catch(() => {});
          continue;
        }
        next += 1;
        yield record;
      }
    },
    async close() {
      closed = true;
    },
  };
}
