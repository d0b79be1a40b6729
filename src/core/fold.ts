import { evolve } from './evolve.ts';
import type { Recorded } from './state/events.ts';
import { ownList, shareList } from './state/iteration-list.ts';
import type { LoopState } from './state/state.ts';

/** Applies records one after another. The time of each does not grow with the number of iterations. */
export interface Fold {
  add(record: Recorded): void;
  /** What is true so far; later records leave it as it is. Null before the first. */
  state(): LoopState | null;
}

/** Starts from a state of the caller's, which stays as it is, or from none. */
export function createFold(from: LoopState | null = null): Fold {
  let state = from;
  let isOwn = false;
  return {
    add(record) {
      if (isOwn && state) ownList(state.iterations);
      const before = state;
      try {
        state = evolve(state, record);
      } finally {
        if (before) shareList(before.iterations);
      }
      isOwn = true;
    },
    state() {
      isOwn = false;
      return state;
    },
  };
}

export function fold(records: Iterable<Recorded>): LoopState | null {
  const folding = createFold();
  for (const record of records) folding.add(record);
  return folding.state();
}
