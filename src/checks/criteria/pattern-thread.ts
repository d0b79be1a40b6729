import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { matchPiece, type Piece } from './match-piece.ts';

/** Why a pattern could not be searched for. */
export interface TooHard {
  tooHard: string;
}

export interface Limits {
  /** The limit for reading and searching together. The search alone is limited to 10 s. */
  timeoutMs: number;
  signal: AbortSignal;
}

export interface PatternThread {
  /** Rejects only with the signal's reason, if cancelled. */
  search(piece: Piece): Promise<boolean | TooHard>;
  /** Ends the thread, even in the middle of a search. */
  end(): Promise<void>;
}

/** A pattern that takes longer than this on a text of a few MiB will never finish. */
const MAX_MS = 10_000;

/**
 * Searches in a separate thread, started with the first piece: a pattern like `/^(a+)+$/` can take forever on a text
 * that an agent chooses, and only terminating the thread stops it.
 */
export function patternThread({ source, flags }: RegExp, { timeoutMs, signal }: Limits): PatternThread {
  const startedAt = performance.now();
  let remainingMs = Math.min(timeoutMs, MAX_MS);
  const timedOut = { tooHard: `took longer than ${Math.round(remainingMs / 100) / 10} s` };
  let worker: Worker | null = null;
  return {
    async search(piece) {
      signal.throwIfAborted();
      if (remainingMs <= 0 || performance.now() - startedAt > timeoutMs) return timedOut;
      worker ??= new Worker(PROGRAM, { eval: true, workerData: { source, flags }, execArgv: [], env: {} });
      const pieceStartedAt = performance.now();
      const stop = new AbortController();
      const onAbort = () => stop.abort();
      const timer = setTimeout(onAbort, remainingMs);
      signal.addEventListener('abort', onAbort);
      try {
        worker.postMessage(piece);
        const [found] = await once(worker, 'message', { signal: stop.signal });
        return found as boolean;
      } catch (error) {
        signal.throwIfAborted();
        return stop.signal.aborted ? timedOut : { tooHard: `could not be run (${String(error)})` };
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        remainingMs -= performance.now() - pieceStartedAt;
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
