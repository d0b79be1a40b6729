import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { LoopEvent, Recorded } from '../core/state/events.ts';
import { errnoOf, readFailure, type StoreError } from '../system/errors.ts';
import { type EventFormat, formatOf, genesis } from './chain.ts';
import type { LogFiles } from './log-evidence.ts';
import { damageError } from './read-log.ts';
import { type Position, scan } from './scan.ts';

export interface FollowOptions<E> extends Pick<LogFiles<E>, 'path' | 'loop' | 'format'> {
  signal: AbortSignal;
  /** How often to poll the file, in milliseconds. */
  every?: number;
}

/**
 * Yields every record of a log that another process writes, present and future, until the signal aborts. Waits for a
 * log that does not exist yet. Throws a StoreError if the log fails verification or shrinks.
 */
export async function* followLog<E = LoopEvent>({
  path,
  loop,
  signal,
  every = 100,
  ...rest
}: FollowOptions<E>): AsyncGenerator<Recorded<E>> {
  const format = formatOf<E>(rest);
  let position: Position = { link: genesis(loop), offset: 0 };
  while (!signal.aborted) {
    const grown = await readFrom(path, position, format);
    for (const recorded of grown.records) {
      if (signal.aborted) return;
      yield recorded;
    }
    position = grown.position;
    if (grown.error) throw grown.error;
    if (grown.records.length === 0) await wait(every, undefined, { signal }).catch(() => {});
  }
}

interface Grown<E> {
  records: Recorded<E>[];
  position: Position;
  error: StoreError | null;
}

async function readFrom<E>(path: string, from: Position, format: EventFormat<E>): Promise<Grown<E>> {
  const nothing: Grown<E> = { records: [], position: from, error: null };
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const { size } = await file.stat();
      if (size < from.offset) return { ...nothing, error: shrunk(path, from) };
      if (size === from.offset) return nothing;
      const records: Recorded<E>[] = [];
      const { position, damage } = await scan<E>(file, from, (recorded) => void records.push(recorded), format);
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
