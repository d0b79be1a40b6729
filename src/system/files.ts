import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errnoOf, writeFailure } from './errors.ts';

/**
 * Creates the folder and its missing parents, private to the user and durable. Leaves existing folders unchanged. One
 * level at a time: Node's recursive mkdir never returns if an existing folder cannot contain new ones, as under /proc.
 */
export async function ensureFolder(path: string): Promise<void> {
  try {
    for (const folder of await missingFolders(path)) {
      await makeFolder(folder);
      await syncFolder(dirname(folder));
    }
  } catch (error) {
    throw writeFailure(error, 'create the folder', path);
  }
}

/** Readers see the old content or the new, never a part, also after a power cut. */
export async function writeFileAtomic(path: string, data: string | Uint8Array): Promise<void> {
  const temporary = await writeTemporary(path, data);
  try {
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw writeFailure(error, 'write', path);
  }
  await syncFolder(dirname(path));
}

/** A complete, private file beside `path`, to be renamed or linked into place. Leaves nothing behind if it fails. */
export async function writeTemporary(path: string, data: string | Uint8Array, durable = true): Promise<string> {
  const temporary = `${path}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(data);
      if (durable) await handle.sync();
    } finally {
      await handle.close();
    }
    return temporary;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw writeFailure(error, 'write', path);
  }
}

/** Removes temporary files in this folder that a killed process left behind at least an hour ago. Never rejects. */
export async function sweepTemporary(folder: string): Promise<void> {
  try {
    const left = (await readdir(folder)).filter((name) => TEMPORARY.test(name)).map((name) => join(folder, name));
    for (const path of left) {
      const { mtimeMs } = await lstat(path);
      if (mtimeMs < Date.now() - HOUR_MS) await rm(path, { force: true });
    }
  } catch {}
}

const TEMPORARY = /\.\d+-[0-9a-f]{12}\.tmp$/;
const HOUR_MS = 60 * 60 * 1000;

/** Makes created and renamed files durable. Ignores file systems that cannot sync a folder. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!tolerated.has(errnoOf(error) ?? '')) throw writeFailure(error, 'sync the folder', path);
  }
}

/** EACCES: a folder above ours may be searchable without being readable. */
const tolerated = new Set(['EINVAL', 'ENOTSUP', 'EISDIR', 'EACCES', 'EPERM', 'EBADF']);

/** Topmost first. */
async function missingFolders(path: string): Promise<string[]> {
  const missing: string[] = [];
  for (let folder = path; !(await isFolder(folder)); folder = dirname(folder)) missing.unshift(folder);
  return missing;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    if ((await stat(path)).isDirectory()) return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw error;
  }
  throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
}

/** Another process may create it at the same time. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST' || !(await isFolder(path))) throw error;
  }
}
