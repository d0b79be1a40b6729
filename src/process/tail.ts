import { open } from 'node:fs/promises';

/** The last bytes of a file as text; empty if there is no file. A partial character at the start is left out. */
export async function readTail(path: string, maxBytes: number): Promise<string> {
  const file = await open(path, 'r').catch(() => null);
  if (!file) return '';
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - maxBytes);
    const buffer = Buffer.alloc(Math.min(size, maxBytes));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
    let from = 0;
    while (start > 0 && from < bytesRead && ((buffer[from] as number) & 0xc0) === 0x80) from++;
    return buffer.toString('utf8', from, bytesRead);
  } finally {
    await file.close();
  }
}
