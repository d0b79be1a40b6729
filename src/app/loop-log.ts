import type { LoopEvent, Recorded } from '../core/state/events.ts';
import type { LoopState } from '../core/state/state.ts';
import { createFencedLog, foldLog } from '../loop/open-loop.ts';
import { loopLease } from '../ports/lease.ts';
import type { LoopLog } from '../ports/log-store.ts';
import { createFileLeases } from '../store/file-leases.ts';
import { createFileLogStore } from '../store/file-log-store.ts';
import type { LoopEntry } from '../store/find-loop.ts';

/** The log of a loop, as commands, reports and the live view read it. */
export function openLoopLog(entry: Pick<LoopEntry, 'project' | 'id'>): LoopLog {
  return createFileLogStore(entry.project).loop(entry.id);
}

type Append = (event: LoopEvent) => Promise<Recorded>;

/** Records what a person does to a loop that no process runs, under its lease. `work` gets the state as it is under the lease. */
export async function recordUnderLease<T>(
  entry: Pick<LoopEntry, 'project' | 'id'>,
  purpose: string,
  work: (state: LoopState | null, append: Append) => Promise<T>,
): Promise<T> {
  const lease = await createFileLeases(entry.project).acquire(loopLease(entry.id), purpose);
  const log = openLoopLog(entry);
  try {
    const { state, refusal, head } = await foldLog(log);
    if (refusal) throw refusal;
    const { append } = createFencedLog(log, lease.fence, head.seq);
    return await work(state, (event) => append(event));
  } finally {
    await log.close();
    await lease.release();
  }
}
