import type { ChildProcess } from 'node:child_process';
import type { OutputFile } from './output.ts';

/** What ended a command first: itself, one of the guards, or the caller's signal. */
export type FirstEnd = 'exited' | 'timeout' | 'silent' | 'cancelled';

const POLL_MS = 100;

/**
 * Watches the output and the clock. `first` rejects only if the output cannot be read or passed on. The output is
 * watched until `stop`, because a command that is being cancelled may still flood the disk.
 */
export function watchForEnd(
  { timeoutMs, silenceMs }: { timeoutMs: number; silenceMs: number | null },
  child: ChildProcess,
  files: OutputFile[],
  signal: AbortSignal,
): { first: Promise<FirstEnd>; stop(): void } {
  const startedAt = performance.now();
  let lastGrowth = startedAt;
  let stop = () => {};
  const first = new Promise<FirstEnd>((resolve, reject) => {
    const onAbort = () => resolve('cancelled');
    // An interval instead of timeouts, because a timeout of more than 24 days would fire at once.
    const poll = setInterval(() => {
      try {
        const hasGrown = files.map((file) => file.poll()).includes(true);
        const now = performance.now();
        if (hasGrown) lastGrowth = now;
        if (now - startedAt >= timeoutMs) resolve('timeout');
        else if (silenceMs !== null && now - lastGrowth >= silenceMs) resolve('silent');
      } catch (error) {
        reject(error);
      }
    }, POLL_MS);
    child.once('exit', () => resolve('exited'));
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    stop = () => {
      clearInterval(poll);
      signal.removeEventListener('abort', onAbort);
    };
  });
  return { first, stop };
}
