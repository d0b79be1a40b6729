import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { errnoOf, writeFailure } from '../system/errors.ts';
import { writeTemporary } from '../system/files.ts';
import type { Redact } from './redact.ts';

/**
 * Redacts a file of any size in bounded memory; resolves with whether it changed. A missing file or one without secrets
 * is not written. Otherwise the file is replaced, so no process may still be writing to it. Rejects with a StoreError if
 * it cannot be read or replaced, and leaves it unchanged.
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
/** Longer than any secret: text that is this far from the end does not depend on what follows. */
const MAX_SECRET = 512 * 1024;
/** With this many bytes in memory, a cut is made even if it may split a secret. */
const MAX_PENDING = 3 * CHUNK;

interface RedactedPiece {
  bytes: Buffer;
  changed: boolean;
}

/** A piece's bytes are only valid until the next piece is requested, because all pieces share one buffer. */
async function* redactedPieces(file: FileHandle, redact: Redact): AsyncGenerator<RedactedPiece> {
  const buffer = Buffer.allocUnsafe(MAX_PENDING + CHUNK);
  let pendingBytes = 0;
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(buffer, pendingBytes, CHUNK, position);
    position += bytesRead;
    const all = buffer.subarray(0, pendingBytes + bytesRead);
    const last = bytesRead === 0;
    const { cut, text } = last ? { cut: all.length, text: changedText(all.toString(), redact) } : cutOff(all, redact);
    if (cut > 0) yield { bytes: text === null ? all.subarray(0, cut) : Buffer.from(text), changed: text !== null };
    if (last) return;
    pendingBytes = all.length - cut;
    buffer.copyWithin(0, cut, all.length);
  }
}

/** The redacted text; null if there is nothing to redact. */
function changedText(text: string, redact: Redact): string | null {
  const redacted = redact(text);
  return redacted === text ? null : redacted;
}

/**
 * How many bytes can be written now, and their redacted text, null if it is what they say. A cut is safe if redacting
 * the rest on its own gives the end of the redacted whole: then it neither splits a secret nor creates one.
 */
function cutOff(all: Buffer, redact: Redact): { cut: number; text: string | null } {
  if (all.length <= MAX_SECRET) return { cut: 0, text: null };
  const original = all.toString();
  const whole = redact(original);
  // One character a byte: the rest can be a view of the text that is already there.
  const restFrom = (cut: number) => (original.length === all.length ? original.slice(cut) : all.toString('utf8', cut));
  for (let back = 0; back < all.length - MAX_SECRET; back = back * 4 + 256) {
    for (const cut of cutsBefore(all, all.length - MAX_SECRET - back)) {
      const rest = redact(restFrom(cut));
      if (!whole.endsWith(rest)) continue;
      const text = whole.slice(0, whole.length - rest.length);
      return { cut, text: whole === original || text === all.toString('utf8', 0, cut) ? null : text };
    }
  }
  if (all.length < MAX_PENDING) return { cut: 0, text: null };
  return { cut: all.length, text: whole === original ? null : whole };
}

/** Candidates: after the last line break in the 4 KiB before, and at the nearest character boundary. */
function cutsBefore(all: Buffer, end: number): number[] {
  const start = Math.max(0, end - 4096);
  const line = all.subarray(start, end).lastIndexOf(10);
  let character = end;
  while (character > start && end - character < 4 && ((all[character] ?? 0) & 0xc0) === 0x80) character--;
  return line >= 0 ? [start + line + 1, character] : [character];
}
