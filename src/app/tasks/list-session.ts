import type { ListEvent, ListRecord } from '../../core/tasks/events.ts';
import { evolveList } from '../../core/tasks/evolve.ts';
import type { ListState } from '../../core/tasks/state.ts';
import { listLease } from '../../ports/lease.ts';
import { createFileLeases } from '../../store/file-leases.ts';
import type { Project } from '../../store/layout.ts';
import { openListLog, readList } from '../../store/list-store.ts';

/** The log of a list while this process may write it. */
export interface ListSession {
  readonly state: ListState;
  /** Fires if the lease is lost. */
  signal: AbortSignal;
  /** Durable once it resolves. Events of steps that run side by side take turns. */
  record(event: ListEvent): Promise<ListState>;
}

/**
 * Does the work as the list's only writer. `open` says what is recorded first, given the list as it is under the lease; null: it does
 * not exist yet.
 */
export async function withListSession<T>(
  { project, list, purpose }: { project: Project; list: string; purpose: string },
  observe: (record: ListRecord, state: ListState) => void | Promise<void>,
  open: (state: ListState | null) => ListEvent[],
  work: (session: ListSession) => Promise<T>,
): Promise<T> {
  const lease = await createFileLeases(project).acquire(listLease(list), purpose);
  try {
    let state = (await readList(project, list))?.state ?? null;
    const opening = open(state);
    const log = await openListLog(project, list, lease.fence);
    let queue: Promise<unknown> = Promise.resolve();
    const append = async (event: ListEvent): Promise<ListState> => {
      const record = await log.append(event);
      state = evolveList(state, record);
      await observe(record, state);
      return state;
    };
    const record = (event: ListEvent): Promise<ListState> => {
      const appended = queue.then(() => append(event));
      queue = appended.catch(() => {});
      return appended;
    };
    try {
      for (const event of opening) await record(event);
      return await work({
        get state() {
          if (state === null) throw new Error(`${list} was never created`);
          return state;
        },
        signal: lease.signal,
        record,
      });
    } finally {
      await queue;
      await log.close();
    }
  } finally {
    await lease.release();
  }
}
