import { createHash } from 'node:crypto';
import { EVENT_VERSION, type LoopEvent, type Recorded } from '../core/state/events.ts';
import { readEvent } from '../core/state/migrate.ts';
import type { LogDamage as Damage, LogLink as Link } from '../ports/log-store.ts';
import { StoreError } from '../system/errors.ts';

export type { Damage, Link };

/** The longest record this program writes. */
export const MAX_LINE = 16 * 1024 * 1024;

/** What the records of a log are: the version that is written, and how an event of any version is read. Throws on a wrong shape. */
export interface EventFormat<E> {
  version: number;
  read(version: number, raw: unknown): E;
}

/** A log is a loop's if its files name no other format. */
export function formatOf<E>({ format }: { format?: EventFormat<E> | undefined }): EventFormat<E> {
  return format ?? (loopEvents as EventFormat<unknown> as EventFormat<E>);
}

const loopEvents: EventFormat<LoopEvent> = { version: EVENT_VERSION, read: readEvent };

/** The link before the first record; it ties a log to its id, so that a log cannot stand in for another. */
export function genesis(loop: string): Link {
  return { seq: 0, hash: createHash('sha256').update(loop).digest('hex') };
}

/**
 * The record after `previous` as one line of the log:
 * `{"seq":1,"at":1730000000000,"v":1,"event":{…},"prev":"<hash>","hash":"<hash>"}\n`, where the hash is the SHA-256 of
 * the previous hash followed by the bytes before `,"prev"`. If the machine slept since the last record, `"slept"` follows `"at"`. Returns what a reader will read, so an event that does not
 * survive JSON (NaN, a missing field) is rejected here.
 */
export function encode<E = LoopEvent>(
  previous: Link,
  at: number,
  event: E,
  slept = 0,
  format: EventFormat<E> = formatOf<E>({}),
): { line: Buffer; recorded: Recorded<E>; link: Link } {
  const seq = previous.seq + 1;
  const text = JSON.stringify(event);
  const sleep = slept > 0 ? { slept } : {};
  const body = Buffer.from(
    `{"seq":${seq},"at":${at},${slept > 0 ? `"slept":${slept},` : ''}"v":${format.version},"event":${text}`,
  );
  const hash = hashOf(previous.hash, body);
  const line = Buffer.concat([body, Buffer.from(`${tailOf(previous.hash, hash)}\n`)]);
  if (line.length > MAX_LINE) throw unwritable(event, `is ${line.length} bytes long, more than ${MAX_LINE}`);
  try {
    const read = format.read(format.version, JSON.parse(text));
    return { line, recorded: { seq, at, ...sleep, event: read }, link: { seq, hash } };
  } catch (cause) {
    throw unwritable(event, 'would not be readable', cause);
  }
}

/** The record that follows `previous`, read from a line without its newline. Checks every byte of the line. */
export function decode<E = LoopEvent>(
  previous: Link,
  line: Buffer,
  format: EventFormat<E> = formatOf<E>({}),
): { recorded: Recorded<E>; link: Link } | Damage {
  const seq = previous.seq + 1;
  const body = line.subarray(0, Math.max(0, line.length - TAIL));
  const tail = line.subarray(body.length).toString('latin1');
  const hash = hashOf(previous.hash, body);
  if (tail !== tailOf(previous.hash, hash)) return diagnose(previous, line, body, tail);
  const raw = parse(line);
  if (raw === undefined) return { seq, kind: 'json', message: `record ${seq} is not JSON` };
  if (raw.seq !== seq) return { seq, kind: 'sequence', message: `record ${seq} is numbered ${String(raw.seq)}` };
  if (!Number.isInteger(raw.v) || !Number.isFinite(raw.at)) {
    return { seq, kind: 'event', message: `record ${seq} has no valid version or time` };
  }
  try {
    const event = format.read(raw.v as number, raw.event);
    const sleep = Number.isFinite(raw.slept) ? { slept: raw.slept as number } : {};
    return { recorded: { seq, at: raw.at as number, ...sleep, event }, link: { seq, hash } };
  } catch (error) {
    const kind = (raw.v as number) > format.version ? 'version' : 'event';
    return { seq, kind, message: `record ${seq} cannot be read: ${firstLine(error)}` };
  }
}

/** Says what is wrong with a line that does not continue the chain. */
function diagnose(previous: Link, line: Buffer, body: Buffer, tail: string): Damage {
  const seq = previous.seq + 1;
  const raw = parse(line);
  if (raw === undefined) return { seq, kind: 'json', message: `record ${seq} is not a record` };
  const prev = tail.slice(PREV.length, PREV.length + HEX);
  const intact = tail === tailOf(prev, hashOf(prev, body));
  if (intact && raw.seq !== seq) {
    const message = `record ${seq} is missing: record ${String(raw.seq)} stands in its place`;
    return { seq, kind: 'sequence', message };
  }
  if (!intact) return { seq, kind: 'hash', message: `record ${seq} was changed: its hash does not match` };
  const before = seq === 1 ? 'it belongs to another loop' : 'it does not continue the record before it';
  return { seq, kind: 'hash', message: `record ${seq} was changed or exchanged: ${before}` };
}

const PREV = ',"prev":"';
const HASH = '","hash":"';
const HEX = 64;
const TAIL = PREV.length + HEX + HASH.length + HEX + 2;

function tailOf(prev: string, hash: string): string {
  return `${PREV}${prev}${HASH}${hash}"}`;
}

function hashOf(prev: string, body: Buffer): string {
  return createHash('sha256').update(prev).update(body).digest('hex');
}

function parse(line: Buffer): Record<string, unknown> | undefined {
  try {
    const raw: unknown = JSON.parse(line.toString('utf8'));
    return typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function unwritable(event: unknown, why: string, cause?: unknown): StoreError {
  return new StoreError(
    'bad-event',
    `the event ${String((event as { type?: unknown } | null)?.type)} ${why}; it was not recorded`,
    'this is a bug in jumar: please report it',
    { cause },
  );
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error)
    .replace(/\s+/g, ' ')
    .slice(0, 300);
}
