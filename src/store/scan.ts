import type { FileHandle } from 'node:fs/promises';
import type { LoopEvent, Recorded } from '../core/state/events.ts';
import { type Damage, decode, type EventFormat, formatOf, type Link, MAX_LINE } from './chain.ts';

/** A place in a log file, and the link of the chain that ends there. */
export interface Position {
  link: Link;
  offset: number;
}

export interface Scan {
  /** After the last whole record. */
  position: Position;
  /** Bytes of an unfinished last line. */
  torn: number;
  damage: Damage | null;
}

/**
 * Reads records from a position on, in chunks, and passes each one that continues the chain to `visit`. The first that
 * does not ends the scan. `visit` can reject a record by returning what is wrong with it.
 */
export async function scan<E = LoopEvent>(
  file: FileHandle,
  from: Position,
  visit: (recorded: Recorded<E>, link: Link) => Damage | undefined,
  format: EventFormat<E> = formatOf<E>({}),
): Promise<Scan> {
  let { link, offset } = from;
  let rest: Buffer[] = [];
  let restBytes = 0;
  for (let read = offset; ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const { bytesRead } = await file.read(chunk, 0, CHUNK, read);
    if (bytesRead === 0) return { position: { link, offset }, torn: restBytes, damage: null };
    read += bytesRead;
    let start = 0;
    for (let newline = chunk.indexOf(10); newline !== -1 && newline < bytesRead; newline = chunk.indexOf(10, start)) {
      const piece = chunk.subarray(start, newline);
      const line = restBytes === 0 ? piece : Buffer.concat([...rest, piece]);
      rest = [];
      restBytes = 0;
      start = newline + 1;
      const next = decode(link, line, format);
      const damage = 'kind' in next ? next : visit(next.recorded, next.link);
      if (damage || 'kind' in next) return { position: { link, offset }, torn: 0, damage: damage ?? null };
      link = next.link;
      offset += line.length + 1;
    }
    if (start < bytesRead) {
      rest.push(chunk.subarray(start, bytesRead));
      restBytes += bytesRead - start;
    }
    if (restBytes > MAX_LINE) return { position: { link, offset }, torn: 0, damage: tooLong(link.seq + 1) };
  }
}

const CHUNK = 256 * 1024;

function tooLong(seq: number): Damage {
  return { seq, kind: 'json', message: `record ${seq} is longer than the longest possible record` };
}
