import type { LoopEvent } from '../../core/state/events.ts';
import type { LoopState } from '../../core/state/state.ts';
import { StoreError } from '../../system/errors.ts';
import type { AppContext } from '../context.ts';
import type { LoopPlace } from '../host.ts';
import { joinSignals } from '../join-signals.ts';
import { runSession } from '../session.ts';

const TRY_AGAIN_MS = 200;

/**
 * Does what the loop of an outside agent can do now: until its agent works, or it has ended. While another process judges in this
 * workspace it waits its turn. After so many minutes what is under way is
 * interrupted, as by the signal.
 */
export async function driveOutside(
  place: LoopPlace,
  context: AppContext,
  interrupted: AbortSignal,
  minutes: number,
  open: (state: LoopState | null) => LoopEvent[],
): Promise<LoopState> {
  const { signal, stop } = joinSignals([interrupted, AbortSignal.timeout(minutes * 60_000)]);
  try {
    for (;;) {
      try {
        return await runSession({ ...place, env: context.env, signal, observe: () => {}, open });
      } catch (error) {
        if (!(error instanceof StoreError) || error.code !== 'locked' || signal.aborted) throw error;
      }
      await pause(signal);
    }
  } finally {
    stop();
  }
}

/** Locks are files of other processes: there is nothing to be woken by. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, TRY_AGAIN_MS);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
