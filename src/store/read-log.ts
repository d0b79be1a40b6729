import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Recorded } from '../core/events.ts';
import { type Damage, genesis, type Link } from './chain.ts';
import { errnoOf, readFailure, StoreError } from './errors.ts';
import { type HeadReading, readHead } from './head.ts';
import { scan } from './scan.ts';
import { readWitness, vouchedRecords, type Witness } from './witness.ts';

/** One loop's log: the file, the file that keeps its head, and the id of the loop it belongs to. */
export interface LogFiles {
  path: string;
  headPath: string;
  loop: string;
}

export interface LogReading {
  /** Every record up to the damage, verified. */
  records: Recorded[];
  /** An append that was never finished, or is being made right now. It belongs to no record. */
  torn: { bytes: number } | null;
  damage: Damage | null;
  /** What could not be verified, in words. */
  notes: string[];
  /** The last verified record; seq 0 where there is none. */
  head: Link;
  /** Byte offset after the last verified record. */
  end: number;
}

/**
 * Reads and verifies a log without locking it, also while it is being written. Bad content is reported, never thrown;
 * a log that does not exist is empty, which is damage where the loop had come further. Rejects with a StoreError only where the file cannot be read at all.
 */
export async function readLog(files: LogFiles): Promise<LogReading> {
  const records: Recorded[] = [];
  const checked = await checkLog(files, (recorded) => void records.push(recorded));
  return { records, ...checked };
}

/** `readLog` for a reader that needs no list: `visit` gets each record as soon as it is verified. */
export async function checkLog(
  files: LogFiles,
  visit: (recorded: Recorded) => void,
): Promise<Omit<LogReading, 'records'>> {
  const witness = await readWitness(files);
  const file = await openForReading(files.path);
  try {
    const found = await checkOpenLog(file, files, witness, visit);
    // Both may have grown meanwhile. The head read last can only be one behind the log.
    return { ...found, notes: found.damage ? [] : notesOn(await readHead(files.headPath), found.head) };
  } catch (error) {
    throw readFailure(error, files.path);
  } finally {
    await file?.close();
  }
}

export async function checkOpenLog(
  file: FileHandle | null,
  { loop }: LogFiles,
  witness: Witness,
  visit: (recorded: Recorded) => void,
): Promise<Omit<LogReading, 'records' | 'notes'>> {
  const start = { link: genesis(loop), offset: 0 };
  const found = file
    ? await scan(file, start, (recorded, link) => {
        const damage = contradiction(witness.head, link);
        if (!damage) visit(recorded);
        return damage;
      })
    : { position: start, torn: 0, damage: null };
  const { link: head, offset: end } = found.position;
  return {
    torn: found.torn > 0 ? { bytes: found.torn } : null,
    damage: found.damage ?? removed(witness, head),
    head,
    end,
  };
}

/** The error with which damage is refused. */
export function damageError(path: string, damage: Damage): StoreError {
  if (damage.kind === 'version') {
    return new StoreError('newer-version', `${path}: ${damage.message}`, 'update jumar, then try again');
  }
  const code = damage.kind === 'json' || damage.kind === 'event' ? 'damaged' : 'tampered';
  const hint =
    'the loop cannot go on from a log that does not verify; its snapshots are still in the shadow repository';
  return new StoreError(code, `${path} is not what was written, from record ${damage.seq} on: ${damage.message}`, hint);
}

function contradiction(vouched: HeadReading, link: Link): Damage | undefined {
  if (typeof vouched === 'string' || vouched.seq !== link.seq || vouched.hash === link.hash) return undefined;
  const message = `record ${link.seq} is not the one that the head of the chain vouches for`;
  return { seq: link.seq, kind: 'hash', message };
}

function removed(witness: Witness, last: Link): Damage | null {
  const vouched = vouchedRecords(witness);
  if (vouched <= last.seq) return null;
  const seq = last.seq + 1;
  if (typeof witness.head === 'string' || witness.head.seq <= last.seq) {
    return { seq, kind: 'truncated', message: 'every record was removed, though the loop has files of iterations' };
  }
  const which = vouched === seq ? `record ${seq} was` : `records ${seq} to ${vouched} were`;
  return { seq, kind: 'truncated', message: `${which} removed from the end` };
}

export function notesOn(vouched: HeadReading, last: Link): string[] {
  if (typeof vouched === 'string') {
    return last.seq === 0 ? [] : [`the head file is ${vouched}: cannot vouch for the tail of the log`];
  }
  // One behind is an append whose writer was killed before it moved the head.
  if (last.seq <= vouched.seq + 1) return [];
  return [`the head file stops at record ${vouched.seq} of ${last.seq}: cannot vouch for the tail of the log`];
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
