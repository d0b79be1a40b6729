import { constants, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { errnoOf, readFailure, writeFailure } from '../system/errors.ts';
import type { Link } from './chain.ts';

/** The content of the head file: the last record of the log, so that a reader notices if the last lines were removed. */
export type HeadReading = Link | 'missing' | 'malformed';

/**
 * One line of fixed width, overwritten in place: `0000000000000042 <hash>\n`. Never throws and is not synced: the record
 * is already on disk, and a failed update only leaves the head one record behind.
 */
export function writeHead(handle: FileHandle, link: Link): void {
  try {
    writeSync(handle.fd, `${String(link.seq).padStart(16, '0')} ${link.hash}\n`, 0);
  } catch {}
}

/** Non-blocking, so that a FIFO put in its place does not hang the reader. */
export async function readHead(path: string): Promise<HeadReading> {
  try {
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const match = /^(\d{16}) ([0-9a-f]{64})\n$/.exec(await readSteady(handle));
      return match ? { seq: Number(match[1]), hash: match[2] as string } : 'malformed';
    } finally {
      await handle.close();
    }
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT') return 'missing';
    if (errno === 'EISDIR') return 'malformed';
    throw readFailure(error, path);
  }
}

/** Reads until two reads agree: a single read may mix the old line with the new one being written over it. */
async function readSteady(handle: FileHandle): Promise<string> {
  let last: string | undefined;
  for (let tries = 0; tries < 20; tries++) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(128), 0, 128, 0);
    const text = buffer.toString('latin1', 0, bytesRead);
    if (text === last) return text;
    last = text;
  }
  return 'unsteady';
}

/** Opens the head file for the writer and sets it to `link`. */
export async function openHead(path: string, link: Link): Promise<FileHandle> {
  try {
    const handle = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
    writeHead(handle, link);
    await handle.truncate(WIDTH).catch(() => {});
    return handle;
  } catch (error) {
    throw writeFailure(error, 'open', path);
  }
}

const WIDTH = 16 + 1 + 64 + 1;
