/**
 * The outcome of `work`, or a rejection when its time is over or `signal` aborts, also if `work` does not listen. Holds
 * its timer itself: `AbortSignal.any` does not hold an `AbortSignal.timeout`, which after a garbage collection never fires.
 */
export async function within<T>(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const control = new AbortController();
  const cancelled = new Promise<never>((_, reject) => {
    control.signal.addEventListener('abort', () => reject(control.signal.reason), { once: true });
  });
  const timer = setTimeout(() => control.abort(new DOMException('it timed out', 'TimeoutError')), ms);
  const stop = () => control.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([cancelled, work(control.signal)]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}
