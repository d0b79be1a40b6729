import { evolve } from '../core/evolve.ts';
import type { Recorded } from '../core/state/events.ts';
import type { LoopState } from '../core/state/state.ts';
import { lockOwner } from '../store/lock.ts';
import { openLoopLog } from './loop-log.ts';
import type { LoopReading } from './loop-reading.ts';

const LOOK_MS = 1000;
/** How many checks in a row must find no owner: another process may be taking the loop over. */
const LOOKS = 3;

/**
 * Reports every event of a loop that another process runs, from the first on. Resolves with the state when the loop ends
 * or pauses, with `gone` if its process died, or with `left` if the signal was aborted.
 */
export async function followLoop(
  { entry, state: initial }: LoopReading,
  onEvent: (record: Recorded, state: LoopState) => void,
  signal: AbortSignal,
): Promise<LoopState | 'gone' | 'left'> {
  const died = new AbortController();
  let missed = 0;
  const look = async () => {
    missed = (await lockOwner(entry.paths.lock).catch(() => null)) === null ? missed + 1 : 0;
    if (missed >= LOOKS) died.abort();
  };
  const looking = setInterval(look, LOOK_MS);
  try {
    let state: LoopState | null = null;
    const until = AbortSignal.any([signal, died.signal]);
    for await (const record of openLoopLog(entry).follow(1, until)) {
      state = evolve(state, record);
      onEvent(record, state);
      // Skip earlier ends and pauses: the loop was resumed since.
      if (record.seq >= initial.lastSeq && (state.ended || state.status === 'paused')) return state;
    }
    return signal.aborted ? 'left' : 'gone';
  } finally {
    clearInterval(looking);
  }
}
