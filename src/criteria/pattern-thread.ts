import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { matchPiece, type Piece } from './match-piece.ts';

/** Why a pattern could not be searched for. */
export interface TooHard {
  tooHard: string;
}

export interface Limits {
  /** Reading and searching end after this long; the pattern alone, after 10 s if that is shorter. */
  timeoutMs: number;
  signal: AbortSignal;
}

export interface PatternThread {
  /** Rejects with the signal's reason where it was cancelled, and in no other case. */
  look(piece: Piece): Promise<boolean | TooHard>;
  /** Whatever the thread is doing then. */
  end(): Promise<void>;
}

/** A pattern that is slower than this on a text of a few MiB does not end at all. */
const LONGEST = 10_000;

/**
 * Searches in a thread of its own, started with the first piece: a pattern such as `/^(a+)+$/` can take for ever, on a
 * text that an agent chooses, and nothing but the end of its thread ends it.
 */
export function patternThread({ source, flags }: RegExp, { timeoutMs, signal }: Limits): PatternThread {
  const started = performance.now();
  let left = Math.min(timeoutMs, LONGEST);
  const slow = { tooHard: `took longer than ${Math.round(left / 100) / 10} s` };
  let worker: Worker | null = null;
  return {
    async look(piece) {
      signal.throwIfAborted();
      if (left <= 0 || performance.now() - started > timeoutMs) return slow;
      worker ??= new Worker(PROGRAM, { eval: true, workerData: { source, flags }, execArgv: [], env: {} });
      const begun = performance.now();
      const stop = new AbortController();
      const onAbort = () => stop.abort();
      const clock = setTimeout(onAbort, left);
      signal.addEventListener('abort', onAbort);
      try {
        worker.postMessage(piece);
        const [found] = await once(worker, 'message', { signal: stop.signal });
        return found as boolean;
      } catch (error) {
        signal.throwIfAborted();
        return stop.signal.aborted ? slow : { tooHard: `could not be run (${String(error)})` };
      } finally {
        clearTimeout(clock);
        signal.removeEventListener('abort', onAbort);
        left -= performance.now() - begun;
      }
    },
    async end() {
      await worker?.terminate();
    },
  };
}

const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const matchPiece = ${matchPiece};
parentPort.on('message', (piece) => parentPort.postMessage(matchPiece(piece, workerData)));
`;
