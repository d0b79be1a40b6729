import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { errnoOf, writeFailure } from '../store/errors.ts';
import { writeTemporary } from '../store/files.ts';
import type { Redact } from './redact.ts';

/**
 * Redacts a file of any size in bounded memory; resolves with whether it changed. A file without secrets is not
 * written, nor one that does not exist; another is replaced as a whole, so nobody may be writing to it any more. Rejects
 * with a StoreError where it cannot be read or replaced; then it is as it was.
 */
export async function redactFile(path: string, redact: Redact): Promise<boolean> {
  const source = await openSource(path);
  if (source === null) return false;
  try {
    for await (const piece of redactedPieces(source, redact)) {
      if (!piece.changed) continue;
      await rewrite(path, source, redact);
      return true;
    }
    return false;
  } catch (error) {
    throw writeFailure(error, 'redact', path);
  } finally {
    await source.close();
  }
}

async function openSource(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw writeFailure(error, 'redact', path);
  }
}

async function rewrite(path: string, source: FileHandle, redact: Redact): Promise<void> {
  const temporary = await writeTemporary(path, '', false);
  try {
    const target = await open(temporary, 'a');
    try {
      for await (const { bytes } of redactedPieces(source, redact)) await target.writeFile(bytes);
    } finally {
      await target.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

const CHUNK = 1024 * 1024;
/** More than any secret is long: what is cut off before the last so many bytes does not depend on what follows. */
const HELD_BACK = 512 * 1024;
/** So much is held before a cut is made that may be wrong. */
const MAX_HELD = 3 * CHUNK;

interface RedactedPiece {
  bytes: Buffer;
  changed: boolean;
}

/** The bytes of a piece are valid until the next one is asked for: all are read into one place. */
async function* redactedPieces(file: FileHandle, redact: Redact): AsyncGenerator<RedactedPiece> {
  const place = Buffer.allocUnsafe(MAX_HELD + CHUNK);
  let held = 0;
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(place, held, CHUNK, position);
    position += bytesRead;
    const all = place.subarray(0, held + bytesRead);
    const last = bytesRead === 0;
    const { cut, text } = last ? { cut: all.length, text: redact(all.toString()) } : cutOff(all, redact);
    const bytes = all.subarray(0, cut);
    const changed = text !== bytes.toString();
    if (cut > 0) yield { bytes: changed ? Buffer.from(text) : bytes, changed };
    if (last) return;
    held = all.length - cut;
    place.copyWithin(0, cut, all.length);
  }
}

/**
 * How many bytes can be let go of, and what they become. A cut is right where redacting what follows on its own gives
 * the end of what redacting all gives: it neither parts a secret nor makes one.
 */
function cutOff(all: Buffer, redact: Redact): { cut: number; text: string } {
  if (all.length <= HELD_BACK) return { cut: 0, text: '' };
  const whole = redact(all.toString());
  for (let back = 0; back < all.length - HELD_BACK; back = back * 4 + 256) {
    for (const cut of cutsBefore(all, all.length - HELD_BACK - back)) {
      const rest = redact(all.toString('utf8', cut));
      if (whole.endsWith(rest)) return { cut, text: whole.slice(0, whole.length - rest.length) };
    }
  }
  if (all.length < MAX_HELD) return { cut: 0, text: '' };
  return { cut: all.length, text: whole };
}

/** After the last line end of the few thousand bytes before, and between two characters. */
function cutsBefore(all: Buffer, end: number): number[] {
  const start = Math.max(0, end - 4096);
  const line = all.subarray(start, end).lastIndexOf(10);
  let character = end;
  while (character > start && end - character < 4 && ((all[character] ?? 0) & 0xc0) === 0x80) character--;
  return line >= 0 ? [start + line + 1, character] : [character];
}
