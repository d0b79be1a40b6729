import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LoopEvent } from '../core/state/events.ts';
import { errnoOf, readFailure } from '../system/errors.ts';
import type { EventFormat } from './chain.ts';
import { type HeadReading, readHead } from './head.ts';

/** One log: the file, the file that keeps its head, and the id of the loop or list it belongs to. */
export interface LogFiles<E = LoopEvent> {
  path: string;
  headPath: string;
  loop: string;
  /** Of its events; those of a loop if nothing is said. */
  format?: EventFormat<E>;
}

/** Evidence of a log's records outside the log itself. */
export interface LogEvidence {
  head: HeadReading;
  /** The loop has files of iterations, which are written after its first record. */
  iterations: boolean;
}

/** Read this before the log: the writer updates it after the log, so an intact log is never behind it. */
export async function readLogEvidence({ path, headPath }: Pick<LogFiles, 'path' | 'headPath'>): Promise<LogEvidence> {
  return { head: await readHead(headPath), iterations: await exists(join(dirname(path), 'iterations')) };
}

/** The least number of records that the log must have. */
export function leastRecords({ head, iterations }: LogEvidence): number {
  return Math.max(typeof head === 'string' ? 0 : head.seq, iterations ? 1 : 0);
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw readFailure(error, path);
  }
}
