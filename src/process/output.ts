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

/** Starts with an empty file, readable by its owner only. Throws where the file cannot be opened. */
export function openOutput(path: string, maxBytes: number, onChunk?: (chunk: Buffer) => void): OutputFile {
  const { O_WRONLY, O_CREAT, O_TRUNC, O_APPEND } = constants;
  const fd = openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600);
  const reader = openSync(path, 'r');
  let size = 0;
  let position = 0;
  /** What was produced before the file's first byte; less by the length of the note that compacting puts there. */
  let before = 0;

  /** A command that reopens its own output (`echo oops > /dev/stderr`) empties the file: what it held is lost. */
  function measure(): boolean {
    const seen = size;
    size = fstatSync(reader).size;
    if (size < seen) {
      before += seen;
      position = 0;
    }
    return size !== seen;
  }

  function handOn(end: number): void {
    while (onChunk && position < end) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - position));
      const count = readSync(reader, chunk, 0, chunk.length, position);
      if (count === 0) return;
      position += count;
      onChunk(chunk.subarray(0, count));
    }
  }

  /**
   * Keeps the last few MiB under a note. The command goes on writing meanwhile: what comes between the read and the
   * write here is lost, or lands above the note.
   */
  function compact(): void {
    const kept = fromLineStart(readFrom(reader, size - Math.min(KEPT_BYTES, Math.floor(maxBytes / 2))));
    const end = before + fstatSync(reader).size;
    const note = Buffer.from(`…[${end - kept.length} bytes dropped]…\n`);
    const content = Buffer.concat([note, kept]);
    const unread = before + position - (end - kept.length);
    ftruncateSync(fd, 0);
    writeWhole(fd, content);
    before = end - kept.length - note.length;
    position = unread < 0 ? 0 : note.length + unread;
    size = content.length;
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
      closeSync(reader);
    },
  };
}

/** To the end of the file, or as much of it as fits beside what it may grow by while it is read. */
function readFrom(reader: number, start: number): Buffer {
  const buffer = Buffer.allocUnsafe(KEPT_BYTES + 1024 * 1024);
  let filled = 0;
  for (let count = -1; count !== 0 && filled < buffer.length; filled += count) {
    count = readSync(reader, buffer, filled, buffer.length - filled, start + filled);
  }
  return buffer.subarray(0, filled);
}

function fromLineStart(tail: Buffer): Buffer {
  const lineEnd = tail.indexOf(10);
  return lineEnd >= 0 && lineEnd < tail.length - 1 ? tail.subarray(lineEnd + 1) : tail;
}

function writeWhole(fd: number, content: Buffer): void {
  for (let written = 0; written < content.length; ) written += writeSync(fd, content, written);
}
