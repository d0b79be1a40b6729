const BEAT_MS = 5000;
/** A process is late for many reasons, but not by this much. */
const LATE_MS = 30_000;

export interface SleepMeter {
  /** For how long, since the last call, this process could not run: the machine slept, or the process was stopped. */
  take(at: number): number;
  close(): void;
}

export interface Beats {
  now(): number;
  /** Calls back every few seconds, as long as the process runs; returns what stops it. */
  start(beat: () => void): () => void;
}

/** Beats every few seconds: a long gap between two beats is time in which nothing ran. It does not keep the process alive. */
export function openSleepMeter({ now, start }: Beats): SleepMeter {
  let last: number | null = null;
  let slept = 0;
  const beat = (at: number) => {
    const gap = at - (last ?? at);
    if (gap > LATE_MS) slept += gap - BEAT_MS;
    last = at;
  };
  const stop = start(() => beat(now()));
  return {
    take(at) {
      beat(at);
      const all = slept;
      slept = 0;
      return all;
    },
    close: stop,
  };
}

export function startBeating(beat: () => void): () => void {
  const timer = setInterval(beat, BEAT_MS);
  timer.unref();
  return () => clearInterval(timer);
}
