/**
 * A signal that aborts with the first of these and its reason. Uses its own listeners: `AbortSignal.any` references its
 * sources weakly and is not reliable. `stop` removes the listeners.
 */
export function joinSignals(signals: readonly AbortSignal[]): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const listeners = signals.map((source) => {
    const abort = () => controller.abort(source.reason);
    source.addEventListener('abort', abort, { once: true });
    if (source.aborted) abort();
    return () => source.removeEventListener('abort', abort);
  });
  return {
    signal: controller.signal,
    stop: () => {
      for (const remove of listeners) remove();
    },
  };
}
