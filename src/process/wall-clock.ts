import type { OnActivity } from '../ports/activity.ts';
import type { Ports } from '../ports/index.ts';

const TICK_MS = 1000;

/** Checks the wall clock every second, so that a wait ends on time even if the machine slept. Reports the remaining time. */
export function wallClock(onActivity: OnActivity): Pick<Ports, 'now' | 'waitUntil'> {
  return {
    now: Date.now,
    waitUntil: (at, signal) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const leftMs = at - Date.now();
          if (signal.aborted) return settle(() => reject(signal.reason));
          if (leftMs <= 0) return settle(resolve);
          onActivity({ type: 'waiting', until: at, leftMs });
          timer = setTimeout(check, Math.min(TICK_MS, leftMs));
        };
        let timer: NodeJS.Timeout | undefined;
        const settle = (callback: () => void) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', check);
          callback();
        };
        signal.addEventListener('abort', check);
        check();
      }),
  };
}
