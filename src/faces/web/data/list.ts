import type { ListRecord } from '../../../core/tasks/events.ts';
import { evolveList } from '../../../core/tasks/evolve.ts';
import type { ListState } from '../../../core/tasks/state.ts';
import { createStore } from './store.ts';
import { openStream } from './stream.ts';

export interface WatchedList {
  /** Folded from the log here, by the same function as everywhere; null until its first record is here. */
  state: ListState | null;
  /** Whether a process runs it, whatever its log says. */
  isRunning: boolean;
  problem: string | null;
}

/** Watches one list of tasks, past and future. */
export function watchList(project: string, id: string) {
  const store = createStore<WatchedList>({ state: null, isRunning: false, problem: null });
  const stop = openStream(`list:${project}/${id}`, {
    records: (batch: ListRecord[]) => {
      let { state } = store.get();
      for (const record of batch) if (record.seq > (state?.lastSeq ?? 0)) state = evolveList(state, record);
      store.set({ ...store.get(), state });
    },
    status: ({ isRunning }: { isRunning: boolean }) => store.set({ ...store.get(), isRunning }),
    problem: ({ message }: { message: string }) => store.set({ ...store.get(), problem: message }),
  });
  return { store, stop };
}
