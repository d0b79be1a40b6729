import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A file that a command writes to, followed while it grows. */
export interface OutputFile {
  /** Write-only and appending, for the command; two streams on it keep the order in which the kernel saw them. */
  fd: number;
  /** Hands on what came since, holds the file to its cap, and tells whether anything came. */
  poll(): boolean;
  /** Hands on what is left, once nothing writes any more. */
  drain(): Promise<void>;
  /** Bytes that the command wrote, as far as could be seen, also those dropped since. */
  produced(): number;
  close(): void;
}

const CHUNK_BYTES = 64 * 1024;
/** The most that is handed on in one go, so that a flood does not hold up the process. */
const SLICE_BYTES = 2 * 1024 * 1024;
const KEPT_BYTES = 4 * 1024 * 1024;

/**
 * Starts with an empty file, readable by its owner only. Throws where the file cannot be opened. A chunk that is handed
 * on is valid until the call returns: the next one is read into the same place, or a flood would fill the memory.
 */
export function openOutput(path: string, maxBytes: number, onChunk?: (chunk: Buffer) => void): OutputFile {
  const { O_WRONLY, O_CREAT, O_TRUNC, O_APPEND } = constants;
  const fd = openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600);
  const file = openSync(path, 'r+');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let size = 0;
  let position = 0;
  /** What was produced before the file's first byte; less by the length of the note that compacting puts there. */
  let before = 0;

  /** A command that reopens its own output (`echo oops > /dev/stderr`) empties the file: what it held is lost. */
  function measure(): boolean {
    const seen = size;
    size = fstatSync(file).size;
    if (size < seen) {
      before += seen;
      position = 0;
    }
    return size !== seen;
  }

  function handOn(end: number): void {
    while (onChunk && position < end) {
      const count = readSync(file, chunk, 0, Math.min(chunk.length, end - position), position);
      if (count === 0) return;
      position += count;
      onChunk(chunk.subarray(0, count));
    }
  }

  /**
   * Keeps the last few MiB under a note, moved to the front piece by piece. The command goes on writing meanwhile: what
   * comes between the last read and the cut is lost.
   */
  function compact(): void {
    const from = lineStartAfter(size - Math.min(KEPT_BYTES, Math.floor(maxBytes / 2)));
    const note = Buffer.from(`…[${before + from} bytes dropped]…\n`);
    writeWhole(file, note, 0);
    let moved = 0;
    for (let count = -1; count !== 0 && moved < from - note.length; moved += count) {
      count = readSync(file, chunk, 0, Math.min(chunk.length, from - note.length - moved), from + moved);
      writeWhole(file, chunk.subarray(0, count), note.length + moved);
    }
    const lost = fstatSync(file).size - from - moved;
    size = note.length + moved;
    ftruncateSync(fd, size);
    before += from + lost - note.length;
    position = position < from ? 0 : note.length + position - from;
  }

  function lineStartAfter(start: number): number {
    const count = readSync(file, chunk, 0, chunk.length, start);
    const lineEnd = chunk.subarray(0, count).indexOf(10);
    return lineEnd >= 0 && start + lineEnd + 1 < size ? start + lineEnd + 1 : start;
  }

  return {
    fd,
    poll() {
      const grew = measure();
      handOn(Math.min(size, position + SLICE_BYTES));
      if (size > maxBytes) compact();
      return grew;
    },
    async drain() {
      measure();
      for (let handed = -1; onChunk && position < size && position !== handed; await nextTurn()) {
        handed = position;
        handOn(Math.min(size, position + SLICE_BYTES));
      }
      if (size > maxBytes) compact();
    },
    produced: () => before + size,
    close() {
      closeSync(fd);
      closeSync(file);
    },
  };
}

function writeWhole(fd: number, content: Buffer, position: number): void {
  for (let written = 0; written < content.length; ) {
    written += writeSync(fd, content, written, content.length - written, position + written);
  }
}
