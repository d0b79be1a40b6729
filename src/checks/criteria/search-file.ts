import { type FileHandle, open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { withoutEscapes } from '../../core/text/plain-text.ts';
import type { Piece } from './match-piece.ts';
import { type Limits, patternThread, type TooHard } from './pattern-thread.ts';

export interface Search {
  found: boolean;
  /** The size of the file. */
  bytes: number;
}

/** A file up to this size is searched in one piece, a larger one in overlapping windows. */
const WINDOW = 4 * 1024 * 1024;
const OVERLAP = 256 * 1024;

/**
 * Whether a file matches, as text without escape sequences and with `\n` line breaks; null if it cannot be read. Memory
 * is bounded: in a file larger than the window, a match longer than the overlap may be missed. Rejects only with the
 * signal's reason, if cancelled.
 */
export async function searchFile(path: string, pattern: RegExp, limits: Limits): Promise<Search | TooHard | null> {
  const thread = patternThread(pattern, limits);
  try {
    return await searchPieces(path, thread.search, WINDOW, OVERLAP);
  } finally {
    await thread.end();
  }
}

type SearchPiece = (piece: Piece) => Promise<boolean | TooHard>;

/** Like `searchFile`, with a custom search per piece. Rejects if that rejects. */
export async function searchPieces(
  path: string,
  search: SearchPiece,
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
    const result = size === null ? null : await searchWindows(file, size, search, window, overlap);
    return typeof result === 'boolean' ? { found: result, bytes: size as number } : result;
  } finally {
    await file.close();
  }
}

async function searchWindows(
  file: FileHandle,
  size: number,
  search: SearchPiece,
  window: number,
  overlap: number,
): Promise<boolean | TooHard | null> {
  const decoder = new StringDecoder('utf8');
  const buffer = Buffer.alloc(Math.min(window, Math.max(size, 1)));
  let position = 0;
  let carry = '';
  for (;;) {
    const chunk = await file.read(buffer, 0, buffer.length, position).catch(() => null);
    if (!chunk) return null;
    const first = position === 0;
    position += chunk.bytesRead;
    const last = chunk.bytesRead === 0 || position >= size;
    const text = carry + decoder.write(buffer.subarray(0, chunk.bytesRead)) + (last ? decoder.end() : '');
    const result = await search({ text: withoutEscapes(text), first, last });
    if (result !== false || last) return result;
    carry = text.slice(-overlap);
  }
}
