import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { LoopEvent, Recorded } from '../core/state/events.ts';
import { errnoOf, readFailure, StoreError } from '../system/errors.ts';
import { type Damage, formatOf, genesis, type Link } from './chain.ts';
import { type HeadReading, readHead } from './head.ts';
import type { LogFiles } from './log-evidence.ts';
import { type LogEvidence, leastRecords, readLogEvidence } from './log-evidence.ts';
import { scan } from './scan.ts';

export interface LogReading<E = LoopEvent> {
  /** Every record up to the damage, verified. */
  records: Recorded<E>[];
  /** An append that was never finished or is still in progress. It is not part of any record. */
  torn: { bytes: number } | null;
  damage: Damage | null;
  /** What could not be verified, in words. */
  notes: string[];
  /** The last verified record; seq 0 if there is none. */
  head: Link;
  /** Byte offset after the last verified record. */
  end: number;
}

/**
 * Reads and verifies a log without locking it, also while it is being written. Reports bad content instead of throwing.
 * A missing log counts as empty, which is damage if the loop had records. Rejects with a StoreError only if the file
 * cannot be read at all.
 */
export async function readLog<E = LoopEvent>(files: LogFiles<E>): Promise<LogReading<E>> {
  const records: Recorded<E>[] = [];
  const checked = await checkLog(files, (recorded) => void records.push(recorded));
  return { records, ...checked };
}

/** `readLog` without collecting a list: `visit` gets each record as soon as it is verified. */
export async function checkLog<E = LoopEvent>(
  files: LogFiles<E>,
  visit: (recorded: Recorded<E>) => void,
): Promise<Omit<LogReading, 'records'>> {
  const evidence = await readLogEvidence(files);
  const file = await openForReading(files.path);
  try {
    const found = await checkOpenLog(file, files, evidence, visit);
    // Both may have grown in the meantime. The head, read last, can be at most one record behind the log.
    return { ...found, notes: found.damage ? [] : notesOn(await readHead(files.headPath), found.head) };
  } catch (error) {
    throw readFailure(error, files.path);
  } finally {
    await file?.close();
  }
}

export async function checkOpenLog<E = LoopEvent>(
  file: FileHandle | null,
  files: LogFiles<E>,
  evidence: LogEvidence,
  visit: (recorded: Recorded<E>) => void,
): Promise<Omit<LogReading, 'records' | 'notes'>> {
  const start = { link: genesis(files.loop), offset: 0 };
  const look = (recorded: Recorded<E>, link: Link) => {
    const damage = contradiction(evidence.head, link);
    if (!damage) visit(recorded);
    return damage;
  };
  const found = file ? await scan(file, start, look, formatOf(files)) : { position: start, torn: 0, damage: null };
  const { link: head, offset: end } = found.position;
  return {
    torn: found.torn > 0 ? { bytes: found.torn } : null,
    damage: found.damage ?? removed(evidence, head),
    head,
    end,
  };
}

/** The error for a damaged log. */
export function damageError(path: string, damage: Damage): StoreError {
  if (damage.kind === 'version') {
    return new StoreError('newer-version', `${path}: ${damage.message}`, 'update jumar, then try again');
  }
  const code = damage.kind === 'json' || damage.kind === 'event' ? 'damaged' : 'tampered';
  const hint =
    'the loop cannot continue from a log that does not verify; its snapshots are still in the shadow repository';
  return new StoreError(code, `${path} was changed, from record ${damage.seq} on: ${damage.message}`, hint);
}

function contradiction(expected: HeadReading, link: Link): Damage | undefined {
  if (typeof expected === 'string' || expected.seq !== link.seq || expected.hash === link.hash) return undefined;
  const message = `record ${link.seq} does not match the head of the chain`;
  return { seq: link.seq, kind: 'hash', message };
}

function removed(evidence: LogEvidence, last: Link): Damage | null {
  const expected = leastRecords(evidence);
  if (expected <= last.seq) return null;
  const seq = last.seq + 1;
  if (typeof evidence.head === 'string' || evidence.head.seq <= last.seq) {
    return { seq, kind: 'truncated', message: 'every record was removed, but the loop has iteration files' };
  }
  const which = expected === seq ? `record ${seq} was` : `records ${seq} to ${expected} were`;
  return { seq, kind: 'truncated', message: `${which} removed from the end` };
}

export function notesOn(expected: HeadReading, last: Link): string[] {
  if (typeof expected === 'string') {
    return last.seq === 0 ? [] : [`the head file is ${expected}: the end of the log cannot be verified`];
  }
  // One record behind: the writer was killed before it updated the head.
  if (last.seq <= expected.seq + 1) return [];
  return [`the head file stops at record ${expected.seq} of ${last.seq}: the end of the log cannot be verified`];
}

/** Non-blocking, so that a FIFO put in its place does not hang the reader. */
async function openForReading(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw readFailure(error, path);
  }
}
