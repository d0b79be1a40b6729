import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';

export interface GitObject {
  type: string;
  content: Buffer;
}

/**
 * Reads an object that git has stored in a file of its own, without starting git. Null if it is packed, elsewhere, damaged
 * or larger than `maxBytes` on disk: then git has to be asked.
 */
export function readLooseObject(objects: string, id: string, maxBytes = MOST_BYTES): GitObject | null {
  const file = looseFile(objects, id);
  try {
    if (statSync(file).size > maxBytes) return null;
    const whole = inflateSync(readFileSync(file));
    const end = whole.indexOf(0);
    const format = id.length === 64 ? 'sha256' : 'sha1';
    if (end < 0 || createHash(format).update(whole).digest('hex') !== id) return null;
    return { type: whole.toString('latin1', 0, whole.indexOf(0x20)), content: whole.subarray(end + 1) };
  } catch {
    return null;
  }
}

/** Stores an object as git does and returns its id. It is on disk when this returns. */
export function writeLooseObject(objects: string, format: string, type: string, content: Buffer): string {
  const whole = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  const id = createHash(format).update(whole).digest('hex');
  const file = looseFile(objects, id);
  if (existsSync(file)) return id;
  mkdirSync(dirname(file), { recursive: true });
  const draft = join(objects, `tmp_obj_${process.pid}_${id}`);
  try {
    const handle = openSync(draft, 'w', 0o444);
    try {
      writeFileSync(handle, deflateSync(whole, { level: 1 }));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return id;
}

/** Whether it is a full id, and no name that git would have to look up. */
export const isObjectId = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

/** Where a repository keeps its objects, given its git folder or the top of its working tree; null if that is not plain. */
export function objectsFolder(root: string): string | null {
  const folders = [join(root, '.git/objects'), join(root, 'objects')];
  const found = folders.find((folder) => existsSync(join(folder, '../HEAD')) && existsSync(join(folder, 'info')));
  return found ?? null;
}

export function hasLooseObject(objects: string, id: string): boolean {
  return existsSync(looseFile(objects, id));
}

function looseFile(objects: string, id: string): string {
  return join(objects, id.slice(0, 2), id.slice(2));
}

const MOST_BYTES = 8 * 1024 * 1024;
