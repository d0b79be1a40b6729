import { evolve } from '../../../core/evolve.ts';
import type { Recorded } from '../../../core/state/events.ts';
import type { Status } from '../../../core/state/outcome.ts';
import type { LoopState } from '../../../core/state/state.ts';
import type { Activity } from '../../../ports/activity.ts';
import { createStore } from './store.ts';
import { openStream } from './stream.ts';

export interface WatchedLoop {
  /** Folded from the log here, by the same function as everywhere; null until its first record is here. */
  state: LoopState | null;
  /** As of now: a loop whose process is gone has crashed, whatever its log says. */
  status: Status | null;
  /** The latest that its agent did, the last one last. */
  activities: Activity[];
  /** Why its log cannot be shown further. */
  problem: string | null;
}

const MAX_ACTIVITIES = 200;

/** Watches one loop, past and future. */
export function watchLoop(project: string, id: string) {
  const store = createStore<WatchedLoop>({ state: null, status: null, activities: [], problem: null });
  const records = (batch: Recorded[]) => {
    let { state, activities } = store.get();
    for (const record of batch) {
      // A reader that reconnects may get what it has.
      if (record.seq <= (state?.lastSeq ?? 0)) continue;
      state = evolve(state, record);
      if (record.event.type === 'agent-started') activities = [];
    }
    store.set({ ...store.get(), state, activities });
  };
  const stop = openStream(`loop:${project}/${id}`, {
    records,
    status: ({ status }: { status: Status }) => store.set({ ...store.get(), status }),
    activity: (activity: Activity) =>
      store.set({ ...store.get(), activities: [...store.get().activities, activity].slice(-MAX_ACTIVITIES) }),
    problem: ({ message }: { message: string }) => store.set({ ...store.get(), problem: message }),
  });
  return { store, stop };
}
