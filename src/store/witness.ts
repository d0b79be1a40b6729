import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errnoOf, readFailure } from './errors.ts';
import { type HeadReading, readHead } from './head.ts';
import type { LogFiles } from './read-log.ts';

/** What speaks for a log's records besides the log itself. */
export interface Witness {
  head: HeadReading;
  /** The loop keeps files of iterations, which come after its first record. */
  iterations: boolean;
}

/** To be read before the log: the writer moves both after it, so the log read later is never behind an honest witness. */
export async function readWitness({ path, headPath }: Pick<LogFiles, 'path' | 'headPath'>): Promise<Witness> {
  return { head: await readHead(headPath), iterations: await exists(join(dirname(path), 'iterations')) };
}

/** How many records there must have been at least. */
export function vouchedRecords({ head, iterations }: Witness): number {
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
