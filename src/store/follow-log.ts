import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Recorded } from '../core/state/events.ts';
import { errnoOf, readFailure, type StoreError } from '../system/errors.ts';
import { genesis } from './chain.ts';
import type { LogFiles } from './log-evidence.ts';
import { damageError } from './read-log.ts';
import { type Position, scan } from './scan.ts';

export interface FollowOptions extends Pick<LogFiles, 'path' | 'loop'> {
  signal: AbortSignal;
  /** How often to poll the file, in milliseconds. */
  every?: number;
}

/**
 * Yields every record of a log that another process writes, present and future, until the signal aborts. Waits for a
 * log that does not exist yet. Throws a StoreError if the log fails verification or shrinks.
 */
export async function* followLog({ path, loop, signal, every = 100 }: FollowOptions): AsyncGenerator<Recorded> {
  let position: Position = { link: genesis(loop), offset: 0 };
  while (!signal.aborted) {
    const grown = await readFrom(path, position);
    for (const recorded of grown.records) {
      if (signal.aborted) return;
      yield recorded;
    }
    position = grown.position;
    if (grown.error) throw grown.error;
    if (grown.records.length === 0) await wait(every, undefined, { signal }).catch(() => {});
  }
}

interface Grown {
  records: Recorded[];
  position: Position;
  error: StoreError | null;
}

async function readFrom(path: string, from: Position): Promise<Grown> {
  const nothing: Grown = { records: [], position: from, error: null };
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const { size } = await file.stat();
      if (size < from.offset) return { ...nothing, error: shrunk(path, from) };
      if (size === from.offset) return nothing;
      const records: Recorded[] = [];
      const { position, damage } = await scan(file, from, (recorded) => void records.push(recorded));
      return { records, position, error: damage && damageError(path, damage) };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return from.offset === 0 ? nothing : { ...nothing, error: shrunk(path, from) };
    throw readFailure(error, path);
  }
}

function shrunk(path: string, from: Position): StoreError {
  return damageError(path, {
    seq: from.link.seq,
    kind: 'truncated',
    message: `it was shorter than before when it was read again after record ${from.link.seq}`,
  });
}
