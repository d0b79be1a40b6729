import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LoopEvent, Recorded } from '../core/events.ts';
import type { EventLog } from '../runner/ports.ts';
import { encode, type Link } from './chain.ts';
import { StoreError, writeFailure } from './errors.ts';
import { ensureFolder, sweepTemporary, syncFolder, writeFileAtomic } from './files.ts';
import { openHead, writeHead } from './head.ts';
import type { Lock } from './lock.ts';
import { checkOpenLog, damageError, type LogFiles, notesOn } from './read-log.ts';
import { changeTime, type Place, verifyUntouched } from './untouched.ts';
import { readWitness } from './witness.ts';

export interface LogWriter extends EventLog {
  /** The last record on disk; seq 0 where there is none. */
  last(): Link;
  /** What opening found that people should hear of. */
  notes: string[];
  close(): Promise<void>;
}

export interface AppendOptions extends LogFiles {
  /** Gets every record that is in the log already, verified, in order. */
  onRecord?(recorded: Recorded): void;
  /** The writer's lock; an append is refused once it is lost. Without one the caller vouches for being alone. */
  lock?: Pick<Lock, 'held'>;
  now?(): number;
}

/**
 * Opens a log to append to it, creating it where there is none. Everything in it is verified first: damage is refused
 * with a StoreError that names the record; the bytes of an unfinished append are moved to `log.torn-<seq>`.
 *
 * The writer remembers where the chain stands. Before each append it makes sure that nobody else touched the file,
 * and refuses as `tampered` otherwise, for good.
 */
export async function openLogForAppend(options: AppendOptions): Promise<LogWriter> {
  await ensureFolder(dirname(options.path));
  await sweepTemporary(dirname(options.path));
  const file = await openPrivate(options.path);
  try {
    // Taken before the reading: what changes from now on shows.
    const before = changeTime(file);
    const witness = await readWitness(options);
    const found = await checkOpenLog(file, options, witness, (recorded) => options.onRecord?.(recorded));
    if (found.damage) throw damageError(options.path, found.damage);
    const notes = notesOn(witness.head, found.head);
    if (found.torn) notes.push(await setAside(file, options.path, found.end, found.torn.bytes, found.head));
    // A record whose writer was killed before its sync is about to be built upon.
    await file.datasync();
    await syncFolder(dirname(options.path));
    const changed = found.torn ? changeTime(file) : before;
    const head = await openHead(options.headPath, found.head);
    return writerOf(file, head, options, { link: found.head, end: found.end, changed }, notes);
  } catch (error) {
    await file.close();
    throw writeFailure(error, 'open', options.path);
  }
}

function writerOf(
  file: FileHandle,
  head: FileHandle,
  options: AppendOptions,
  start: Place,
  notes: string[],
): LogWriter {
  const now = options.now ?? Date.now;
  let place = start;
  let refusal: StoreError | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  async function append(event: LoopEvent): Promise<Recorded> {
    if (refusal) throw refusal;
    try {
      if (options.lock && !(await options.lock.held())) throw lockLost(options.path);
      await verifyUntouched(file, options, place);
    } catch (error) {
      refusal = error instanceof StoreError ? error : writeFailure(error, 'check', options.path);
      throw refusal;
    }
    const { line, recorded, link } = encode(place.link, now(), event);
    try {
      await writeWhole(file, line, place.end);
    } catch (error) {
      const failure = writeFailure(error, 'append to', options.path);
      if (!(await cutBack(file, place.end))) refusal = failure;
      place = { ...place, changed: changeTime(file) };
      throw failure;
    }
    place = { link, end: place.end + line.length, changed: changeTime(file) };
    writeHead(head, link);
    return recorded;
  }

  return {
    notes,
    last: () => place.link,
    append(event) {
      const appended = queue.then(() => append(event));
      queue = appended.catch(() => {});
      return appended;
    },
    async close() {
      await queue;
      refusal ??= new StoreError('unwritable', `${options.path} was closed`, 'open the log again');
      await head.close();
      await file.close();
    },
  };
}

async function writeWhole(file: FileHandle, line: Buffer, at: number): Promise<void> {
  const { bytesWritten } = await file.write(line, 0, line.length, at);
  // A write cut short means that the disk is about to be full; the next one would say so.
  if (bytesWritten < line.length) throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
  await file.datasync();
}

async function cutBack(file: FileHandle, end: number): Promise<boolean> {
  try {
    await file.truncate(end);
    await file.datasync();
    return true;
  } catch {
    return false;
  }
}

/** Keeps the bytes of an unfinished append beside the log, and says so. */
async function setAside(file: FileHandle, path: string, end: number, bytes: number, last: Link): Promise<string> {
  const torn = Buffer.alloc(bytes);
  await file.read(torn, 0, bytes, end);
  const kept = join(dirname(path), `log.torn-${last.seq + 1}`);
  await writeFileAtomic(kept, torn);
  await file.truncate(end);
  return `an unfinished append of ${bytes} bytes after record ${last.seq} was moved to ${kept}`;
}

async function openPrivate(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
  } catch (error) {
    throw writeFailure(error, 'open', path);
  }
}

function lockLost(path: string): StoreError {
  return new StoreError(
    'lock-lost',
    `the lock beside ${path} is no longer held by this process`,
    'another process took the loop over, or the lock file was removed; `jumar status` tells',
  );
}
