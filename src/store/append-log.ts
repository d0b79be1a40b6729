import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LoopEvent, Recorded } from '../core/state/events.ts';
import { StoreError, writeFailure } from '../system/errors.ts';
import { ensureFolder, sweepTemporary, syncFolder, writeFileAtomic } from '../system/files.ts';
import { type Beats, openSleepMeter, startBeating } from '../system/sleep-meter.ts';
import { encode, formatOf, type Link } from './chain.ts';
import { openHead, writeHead } from './head.ts';
import { type Lock, lockLost } from './lock.ts';
import type { LogFiles } from './log-evidence.ts';
import { readLogEvidence } from './log-evidence.ts';
import { checkOpenLog, damageError, notesOn } from './read-log.ts';
import { changeTime, type LogPosition, verifyUnchanged } from './verify-unchanged.ts';

export interface LogWriter<E = LoopEvent> {
  /** As EventLog does. */
  append(event: E): Promise<Recorded<E>>;
  /** The last record on disk; seq 0 if there is none. */
  last(): Link;
  /** What opening the log found and people should know. */
  notes: string[];
  close(): Promise<void>;
}

export interface AppendOptions<E = LoopEvent> extends LogFiles<E> {
  /** Called with every record already in the log, verified, in order. */
  onRecord?(recorded: Recorded<E>): void;
  /** The writer's lock; an append fails once it is lost. Without a lock, the caller must be the only writer. */
  lock?: Pick<Lock, 'isHeld'>;
  now?(): number;
  /** What notices that the machine slept between two records; a timer by default. */
  startBeating?: Beats['start'];
}

/**
 * Opens a log for appending and creates it if there is none. Verifies its whole content first: damage throws a
 * StoreError that names the record; the bytes of an unfinished append are moved to `log.torn-<seq>`.
 *
 * The writer remembers the end of the chain. Before each append it checks that nobody else changed the file. If
 * somebody did, this and every later append fails with `tampered`.
 */
export async function openLogForAppend<E = LoopEvent>(options: AppendOptions<E>): Promise<LogWriter<E>> {
  await ensureFolder(dirname(options.path));
  await sweepTemporary(dirname(options.path));
  const file = await openPrivate(options.path);
  try {
    // Taken before reading, so that later changes are noticed.
    const before = changeTime(file);
    const evidence = await readLogEvidence(options);
    const found = await checkOpenLog(file, options, evidence, (recorded) => options.onRecord?.(recorded));
    if (found.damage) throw damageError(options.path, found.damage);
    const notes = notesOn(evidence.head, found.head);
    if (found.torn) notes.push(await setAside(file, options.path, found.end, found.torn.bytes, found.head));
    // The last record's writer may have been killed before its sync, and the next record builds on it.
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

function writerOf<E>(
  file: FileHandle,
  head: FileHandle,
  options: AppendOptions<E>,
  start: LogPosition,
  notes: string[],
): LogWriter<E> {
  const now = options.now ?? Date.now;
  const sleep = openSleepMeter({ now, start: options.startBeating ?? startBeating });
  let place = start;
  let refusal: StoreError | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  async function append(event: E): Promise<Recorded<E>> {
    if (refusal) throw refusal;
    try {
      if (options.lock && !(await options.lock.isHeld())) throw lockLost(`beside ${options.path}`);
      await verifyUnchanged(file, options, place);
    } catch (error) {
      refusal = error instanceof StoreError ? error : writeFailure(error, 'check', options.path);
      throw refusal;
    }
    const at = now();
    const { line, recorded, link } = encode(place.link, at, event, sleep.take(at), formatOf(options));
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
      sleep.close();
      await head.close();
      await file.close();
    },
  };
}

async function writeWhole(file: FileHandle, line: Buffer, at: number): Promise<void> {
  const { bytesWritten } = await file.write(line, 0, line.length, at);
  // A short write means that the disk is nearly full; the next write reports it.
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

/** Saves the bytes of an unfinished append beside the log and returns a note. */
async function setAside(file: FileHandle, path: string, end: number, bytes: number, last: Link): Promise<string> {
  const torn = Buffer.alloc(bytes);
  await file.read(torn, 0, bytes, end);
  const tornFile = join(dirname(path), `log.torn-${last.seq + 1}`);
  await writeFileAtomic(tornFile, torn);
  await file.truncate(end);
  return `an unfinished append of ${bytes} bytes after record ${last.seq} was moved to ${tornFile}`;
}

async function openPrivate(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
  } catch (error) {
    throw writeFailure(error, 'open', path);
  }
}
