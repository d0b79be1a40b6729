import { useEffect, useRef, useState } from 'react';

const LEAST_MS = 150;
/** Drawing takes at most this share of the time. */
const SHARE = 4;

/** A value that lags behind a little: for what is dear to draw, of a loop with thousands of iterations. */
export function usePaced<T>(value: T): T {
  const [shown, show] = useState(value);
  const latest = useRef(value);
  const timer = useRef(0);
  const pause = useRef(LEAST_MS);
  useEffect(() => {
    latest.current = value;
    if (value === shown || timer.current !== 0) return;
    timer.current = window.setTimeout(() => {
      const began = performance.now();
      timer.current = 0;
      show(latest.current);
      // By then it is drawn.
      requestAnimationFrame(() => {
        pause.current = Math.max(LEAST_MS, SHARE * (performance.now() - began));
      });
    }, pause.current);
  }, [value, shown]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return shown;
}
