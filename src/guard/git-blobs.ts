import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from './git.ts';

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
  const found = new Map<string, Exclude<Side, null>>();
  if (unique.length === 0) return found;
  const sizes = await git(root, ['cat-file', '--batch-check=%(objectname) %(objectsize)'], `${unique.join('\n')}\n`);
  const batches: string[][] = [];
  let room = 0;
  for (const line of sizes.stdout.toString().split('\n')) {
    const [id, size] = line.split(' ');
    if (!id || size === 'missing' || Number.isNaN(Number(size))) continue;
    if (Number(size) > largest) found.set(id, { reason: `larger than ${largest / 1_000_000} MB` });
    else {
      if (batches.length === 0 || Number(size) > room) {
        batches.push([]);
        room = batchSize;
      }
      batches.at(-1)!.push(id);
      room -= Number(size);
    }
  }
  for (const batch of batches) await readBatch(root, batch, found);
  return found;
}

/** Limits how many bytes are in memory at once, in addition to the decoded texts, when a change has many thousand files. */
const batchSize = 16_000_000;

async function readBatch(root: string, ids: string[], found: Map<string, Exclude<Side, null>>): Promise<void> {
  const { stdout } = await git(root, ['cat-file', '--batch'], `${ids.join('\n')}\n`);
  let at = 0;
  while (at < stdout.length) {
    const end = stdout.indexOf(10, at);
    if (end < 0) break;
    const [id = '', type = '', size = ''] = stdout.subarray(at, end).toString().split(' ');
    at = end + 1;
    if (type === 'missing') continue;
    found.set(id, decode(stdout.subarray(at, at + Number(size))));
    at += Number(size) + 1;
  }
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
