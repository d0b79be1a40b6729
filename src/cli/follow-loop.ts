import { evolve } from '../core/evolve.ts';
import type { LoopState } from '../core/state.ts';
import type { Reporter } from '../reporters/reporter.ts';
import { followLog } from '../store/follow-log.ts';
import { lockOwner } from '../store/lock.ts';
import type { LoopReading } from './loop-reading.ts';

const LOOK_MS = 1000;
/** Looks in a row that find no owner, so that a process which is just taking the loop over is not taken for a dead one. */
const LOOKS = 3;

/**
 * Tells a face every event of a loop that another process runs, from the first on. Ends with the state at the end or
 * pause of the loop; `gone` where its process died, `left` where the signal came.
 */
export async function followLoop(
  { entry, state: known }: LoopReading,
  reporter: Reporter,
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
    for await (const record of followLog({ path: entry.paths.log, loop: entry.id, signal: until })) {
      state = evolve(state, record);
      reporter.onEvent(record, state);
      // What ended or paused before we came was taken up again since.
      if (record.seq >= known.lastSeq && (state.ended || state.status === 'paused')) return state;
    }
    return signal.aborted ? 'left' : 'gone';
  } finally {
    clearInterval(looking);
  }
}
