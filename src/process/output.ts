import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A file that a command writes to, followed while it grows. */
export interface OutputFile {
  /** Write-only and appending, for the command. Two streams can share it and keep their order. */
  fd: number;
  /** Passes on new output and enforces the size limit. Returns whether there was new output. */
  poll(): boolean;
  /** Passes on the remaining output after the last write. */
  drain(): Promise<void>;
  /** Bytes that the command wrote, as far as known, including those dropped since. */
  producedBytes(): number;
  close(): void;
}

const CHUNK_BYTES = 64 * 1024;
/** The maximum passed on at once, so that a flood of output does not block the process. */
const SLICE_BYTES = 2 * 1024 * 1024;
const TAIL_BYTES = 4 * 1024 * 1024;

/**
 * Creates an empty file, readable only by its owner. Throws if the file cannot be opened. A chunk is only valid until
 * `onChunk` returns, because all chunks share one buffer.
 */
export function openOutput(path: string, maxBytes: number, onChunk?: (chunk: Buffer) => void): OutputFile {
  const { O_WRONLY, O_CREAT, O_TRUNC, O_APPEND } = constants;
  const fd = openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600);
  const file = openSync(path, 'r+');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let size = 0;
  let position = 0;
  /** Bytes produced before the start of the file, minus the length of the note that `compact` writes there. */
  let droppedBytes = 0;

  /** A command that reopens its own output (`echo oops > /dev/stderr`) truncates the file; its content is lost. */
  function measure(): boolean {
    const previousSize = size;
    size = fstatSync(file).size;
    if (size < previousSize) {
      droppedBytes += previousSize;
      position = 0;
    }
    return size !== previousSize;
  }

  function passOn(end: number): void {
    while (onChunk && position < end) {
      const count = readSync(file, chunk, 0, Math.min(chunk.length, end - position), position);
      if (count === 0) return;
      position += count;
      onChunk(chunk.subarray(0, count));
    }
  }

  /**
   * Moves the last few MiB to the front of the file, after a note. The command may write meanwhile: output between the
   * last read and the truncation is lost.
   */
  function compact(): void {
    const from = lineStartAfter(size - Math.min(TAIL_BYTES, Math.floor(maxBytes / 2)));
    const note = Buffer.from(`…[${droppedBytes + from} bytes dropped]…\n`);
    writeFully(file, note, 0);
    let movedBytes = 0;
    for (let count = -1; count !== 0 && movedBytes < from - note.length; movedBytes += count) {
      count = readSync(file, chunk, 0, Math.min(chunk.length, from - note.length - movedBytes), from + movedBytes);
      writeFully(file, chunk.subarray(0, count), note.length + movedBytes);
    }
    const lostBytes = fstatSync(file).size - from - movedBytes;
    size = note.length + movedBytes;
    ftruncateSync(fd, size);
    droppedBytes += from + lostBytes - note.length;
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
      const hasGrown = measure();
      passOn(Math.min(size, position + SLICE_BYTES));
      if (size > maxBytes) compact();
      return hasGrown;
    },
    async drain() {
      measure();
      for (let lastPosition = -1; onChunk && position < size && position !== lastPosition; await nextTurn()) {
        lastPosition = position;
        passOn(Math.min(size, position + SLICE_BYTES));
      }
      if (size > maxBytes) compact();
    },
    producedBytes: () => droppedBytes + size,
    close() {
      closeSync(fd);
      closeSync(file);
    },
  };
}

function writeFully(fd: number, content: Buffer, position: number): void {
  for (let writtenBytes = 0; writtenBytes < content.length; ) {
    writtenBytes += writeSync(fd, content, writtenBytes, content.length - writtenBytes, position + writtenBytes);
  }
}
