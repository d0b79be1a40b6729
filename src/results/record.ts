import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../store/files.ts';

const itemSchema = z.object({ value: z.unknown(), files: z.record(z.string(), z.string()) });
const recordSchema = z.object({
  version: z.literal(1),
  at: z.number(),
  /** What lay beside the tree once its commands had run. */
  state: z.string(),
  items: z.record(z.string(), itemSchema),
});
export type ResultRecord = z.infer<typeof recordSchema>;
export type ResultItem = z.infer<typeof itemSchema>;

const MOST_RECORDS = 40;
const RECORD = 'record.json';

export interface StoredRecord {
  record: ResultRecord;
  /** Of the whole record, its files included. */
  digest: string;
}

/** Null where there is none, or it is torn or foreign: then the commands run. */
export async function readRecord(folder: string): Promise<StoredRecord | null> {
  try {
    const text = await readFile(join(folder, RECORD), 'utf8');
    const record = recordSchema.parse(JSON.parse(text));
    return { record, digest: sha256(text) };
  } catch {
    return null;
  }
}

/** Replaces the folder's record; gives its digest. */
export async function writeRecord(folder: string, record: ResultRecord): Promise<string> {
  const text = JSON.stringify(record);
  await writeFileAtomic(join(folder, RECORD), text);
  await removeUnnamed(folder, record);
  await removeOldest(join(folder, '..'));
  return sha256(text);
}

/** Keeps a file beside the record under the hash of its content, and gives the hash. */
export async function storeFile(folder: string, path: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const hash = sha256(await readFile(path));
  await copyFile(path, join(folder, hash));
  return hash;
}

/** False where the file is gone or is not what was kept. */
export async function bringFile(folder: string, hash: string, to: string): Promise<boolean> {
  const content = await readFile(join(folder, hash)).catch(() => null);
  if (!content || sha256(content) !== hash) return false;
  await copyFile(join(folder, hash), to);
  const now = new Date();
  await utimes(to, now, now);
  return true;
}

async function removeUnnamed(folder: string, { items }: ResultRecord): Promise<void> {
  const named = new Set([RECORD, ...Object.values(items).flatMap(({ files }) => Object.values(files))]);
  for (const name of await readdir(folder)) if (!named.has(name)) await rm(join(folder, name), { force: true });
}

async function removeOldest(results: string): Promise<void> {
  const names = await readdir(results);
  if (names.length <= MOST_RECORDS) return;
  const ages = await Promise.all(
    names.map(async (name) => {
      const written = await stat(join(results, name, RECORD)).catch(() => null);
      return { name, at: written?.mtimeMs ?? 0 };
    }),
  );
  const old = ages.sort((a, b) => b.at - a.at).slice(MOST_RECORDS);
  for (const { name } of old) await rm(join(results, name), { recursive: true, force: true });
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
