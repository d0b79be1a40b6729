import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../../system/files.ts';

const itemSchema = z.object({ value: z.unknown(), files: z.record(z.string(), z.string()) });
const recordSchema = z.object({
  version: z.literal(1),
  at: z.number(),
  /** The state of the files beside the tree after its commands had run. */
  state: z.string(),
  items: z.record(z.string(), itemSchema),
});
export type ResultRecord = z.infer<typeof recordSchema>;
export type ResultItem = z.infer<typeof itemSchema>;

const MAX_RECORDS = 40;
const RECORD = 'record.json';

export interface StoredRecord {
  record: ResultRecord;
  /** Covers the whole record, including its files. */
  digest: string;
}

/** Null if there is no record, or it is damaged or invalid; then the commands run. */
export async function readRecord(folder: string): Promise<StoredRecord | null> {
  try {
    const text = await readFile(join(folder, RECORD), 'utf8');
    const record = recordSchema.parse(JSON.parse(text));
    return { record, digest: sha256(text) };
  } catch {
    return null;
  }
}

/** Replaces the folder's record and returns its digest. */
export async function writeRecord(folder: string, record: ResultRecord): Promise<string> {
  const text = JSON.stringify(record);
  await writeFileAtomic(join(folder, RECORD), text);
  await removeUnusedFiles(folder, record);
  await removeOldest(join(folder, '..'));
  return sha256(text);
}

/** Stores a file beside the record, named by the hash of its content, and returns the hash. */
export async function storeFile(folder: string, path: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const hash = sha256(await readFile(path));
  await copyFile(path, join(folder, hash));
  return hash;
}

/** Returns false if the stored file is missing or was changed. */
export async function restoreFile(folder: string, hash: string, to: string): Promise<boolean> {
  const content = await readFile(join(folder, hash)).catch(() => null);
  if (!content || sha256(content) !== hash) return false;
  await copyFile(join(folder, hash), to);
  const now = new Date();
  await utimes(to, now, now);
  return true;
}

async function removeUnusedFiles(folder: string, { items }: ResultRecord): Promise<void> {
  const usedNames = new Set([RECORD, ...Object.values(items).flatMap(({ files }) => Object.values(files))]);
  for (const name of await readdir(folder)) if (!usedNames.has(name)) await rm(join(folder, name), { force: true });
}

async function removeOldest(results: string): Promise<void> {
  const names = await readdir(results);
  if (names.length <= MAX_RECORDS) return;
  const ages = await Promise.all(
    names.map(async (name) => {
      const stats = await stat(join(results, name, RECORD)).catch(() => null);
      return { name, at: stats?.mtimeMs ?? 0 };
    }),
  );
  const old = ages.sort((a, b) => b.at - a.at).slice(MAX_RECORDS);
  for (const { name } of old) await rm(join(results, name), { recursive: true, force: true });
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
