import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { objectsIn } from './git.ts';

/** One side of a file: its text, or why there is none; null if the file is not there. */
export type Side = { text: string } | { reason: string } | null;
export const textIn = (side: Side): string | null => (side && 'text' in side ? side.text : null);

const largest = 5_000_000;

/** Reads a file of the working tree. */
export async function readFromDisk(root: string, path: string): Promise<Side> {
  const full = join(root, path);
  try {
    const stat = await lstat(full);
    if (!stat.isFile()) return { reason: 'not a regular file' };
    if (stat.size > largest) return { reason: `larger than ${largest / 1_000_000} MB` };
    return decode(await readFile(full));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : { reason: 'it cannot be read' };
  }
}

/** Blobs by id. A blob that is too large or not text has a reason instead of text. */
export async function readBlobs(root: string, ids: (string | null)[]): Promise<Map<string, Exclude<Side, null>>> {
  const unique = [...new Set(ids.filter((id): id is string => id !== null))];
  const objects = objectsIn(root);
  const contents = await objects.blobs(unique, largest);
  const found = new Map([...contents].map(([id, content]) => [id, decode(content)] as const));
  const others = unique.filter((id) => !contents.has(id));
  for (const [id, size] of await objects.sizes(others))
    if (size > largest) found.set(id, { reason: `larger than ${largest / 1_000_000} MB` });
  return found;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Buffer): { text: string } | { reason: string } {
  if (bytes.subarray(0, 8000).includes(0)) return { reason: 'binary' };
  try {
    return { text: decoder.decode(bytes) };
  } catch {
    return { reason: 'not UTF-8' };
  }
}
