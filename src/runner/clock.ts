import type { OnActivity } from '../agents/activity.ts';
import type { Ports } from './ports.ts';

const TICK_MS = 1000;

/** The wall clock, looked at every second: a machine that slept in between does not oversleep. Tells how long is left. */
export function wallClock(onActivity: OnActivity): Pick<Ports, 'now' | 'waitUntil'> {
  return {
    now: Date.now,
    waitUntil: (at, signal) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const leftMs = at - Date.now();
          if (signal.aborted) return settle(() => reject(signal.reason));
          if (leftMs <= 0) return settle(resolve);
          onActivity({ type: 'waiting', until: at, leftMs });
          timer = setTimeout(look, Math.min(TICK_MS, leftMs));
        };
        let timer: NodeJS.Timeout | undefined;
        const settle = (done: () => void) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', look);
          done();
        };
        signal.addEventListener('abort', look);
        look();
      }),
  };
}
