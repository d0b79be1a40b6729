import { type FileHandle, open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { withoutEscapes } from '../core/plain-text.ts';
import type { Piece } from './match-piece.ts';
import { type Limits, patternThread, type TooHard } from './pattern-thread.ts';

export interface Search {
  found: boolean;
  /** How many bytes the file had. */
  bytes: number;
}

/** A file up to this size is searched in one piece, a larger one through windows that overlap. */
const WINDOW = 4 * 1024 * 1024;
const OVERLAP = 256 * 1024;

/**
 * Whether a file matches, as text without escape sequences and with `\n` line ends; null where it cannot be read. Memory
 * is bounded: in a file larger than the window, a match longer than the overlap may be missed. Rejects with the signal's
 * reason where it was cancelled, and in no other case.
 */
export async function searchFile(path: string, pattern: RegExp, limits: Limits): Promise<Search | TooHard | null> {
  const thread = patternThread(pattern, limits);
  try {
    return await searchPieces(path, thread.look, WINDOW, OVERLAP);
  } finally {
    await thread.end();
  }
}

type Look = (piece: Piece) => Promise<boolean | TooHard>;

/** The same, whatever looks at each piece; it rejects where that does. */
export async function searchPieces(
  path: string,
  look: Look,
  window: number,
  overlap: number,
): Promise<Search | TooHard | null> {
  const file = await open(path, 'r').catch(() => null);
  if (!file) return null;
  try {
    const size = await file.stat().then(
      (stat) => stat.size,
      () => null,
    );
    const found = size === null ? null : await lookThrough(file, size, look, window, overlap);
    return typeof found === 'boolean' ? { found, bytes: size as number } : found;
  } finally {
    await file.close();
  }
}

async function lookThrough(
  file: FileHandle,
  size: number,
  look: Look,
  window: number,
  overlap: number,
): Promise<boolean | TooHard | null> {
  const decoder = new StringDecoder('utf8');
  const buffer = Buffer.alloc(Math.min(window, Math.max(size, 1)));
  let position = 0;
  let before = '';
  for (;;) {
    const read = await file.read(buffer, 0, buffer.length, position).catch(() => null);
    if (!read) return null;
    const first = position === 0;
    position += read.bytesRead;
    const last = read.bytesRead === 0 || position >= size;
    const text = before + decoder.write(buffer.subarray(0, read.bytesRead)) + (last ? decoder.end() : '');
    const found = await look({ text: withoutEscapes(text), first, last });
    if (found !== false || last) return found;
    before = text.slice(-overlap);
  }
}
