import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { errnoOf, StoreError } from './errors.ts';

/**
 * Writes `root/path` and creates missing folders. Follows no symbolic link below the root, so that an agent cannot plant
 * one to overwrite a file elsewhere. Replaces an existing file or link, and does not write through it; with `keep`, an
 * existing file stays. Resolves with the obstacle, or with null.
 */
export async function writeInside(root: string, path: string, text: string, keep = false): Promise<string | null> {
  let folder: Folder | null = null;
  try {
    folder = await folderAt(root, dirname(path));
    if (!keep || !(await isFile(placeIn(folder, basename(path))))) await replace(folder, basename(path), text);
    return null;
  } catch (error) {
    return inTheWay(error, join(root, path));
  } finally {
    await folder?.handle.close();
  }
}

/**
 * Appends to `root/path` with the rules of `writeInside`: follows no link, and replaces a file that has another hard link
 * with a new, empty one. Resolves with the obstacle, or with null.
 */
export async function appendInside(root: string, path: string, text: string): Promise<string | null> {
  let folder: Folder | null = null;
  try {
    folder = await folderAt(root, dirname(path));
    if (!(await appended(placeIn(folder, basename(path)), text))) await replace(folder, basename(path), text);
    return null;
  } catch (error) {
    return inTheWay(error, join(root, path));
  } finally {
    await folder?.handle.close();
  }
}

async function appended(place: string, text: string): Promise<boolean> {
  const flags =
    constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(place, flags, 0o644).catch((error: unknown) => {
    if (['ELOOP', 'EMLINK', 'ENXIO'].includes(errnoOf(error) ?? '')) return null;
    throw error;
  });
  try {
    const found = await file?.stat();
    if (!file || !found?.isFile() || found.nlink !== 1) return false;
    await file.appendFile(text);
    return true;
  } finally {
    await file?.close();
  }
}

function inTheWay(error: unknown, path: string): string {
  if (error instanceof StoreError) return error.message;
  const errno = errnoOf(error);
  if (errno === undefined) throw error;
  return `${path} cannot be written: ${errno}`;
}

/** An open folder: its path may be redirected in the meantime, the open folder itself cannot. */
interface Folder {
  path: string;
  handle: FileHandle;
}

async function folderAt(root: string, path: string): Promise<Folder> {
  let folder: Folder = { path: root, handle: await open(root, constants.O_RDONLY | constants.O_DIRECTORY) };
  for (const name of path.split(sep)) {
    const outer = folder;
    try {
      folder = { path: join(outer.path, name), handle: await enter(outer, name) };
    } finally {
      await outer.handle.close();
    }
  }
  return folder;
}

async function enter(outer: Folder, name: string): Promise<FileHandle> {
  const place = placeIn(outer, name);
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  try {
    await mkdir(place).catch((error: unknown) => {
      if (errnoOf(error) !== 'EEXIST') throw error;
    });
    return await open(place, flags);
  } catch (error) {
    if (!['ELOOP', 'ENOTDIR', 'EMLINK'].includes(errnoOf(error) ?? '')) throw error;
    const message = `${join(outer.path, name)} is a link or a file, not a folder: nothing is written below it`;
    throw new StoreError('unwritable', message, 'remove it', { cause: error });
  }
}

/** The temporary file is always new, and rename replaces a link instead of following it. */
async function replace(folder: Folder, name: string, text: string): Promise<void> {
  const temporary = placeIn(folder, `.${name}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await writeFile(temporary, text, { flag: 'wx' });
    await rename(temporary, placeIn(folder, name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function isFile(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Through the open folder if /proc is available; otherwise by its path, which was not a link when checked. */
function placeIn(folder: Folder, name: string): string {
  return existsSync(OPEN_FILES) ? `${OPEN_FILES}/${folder.handle.fd}/${name}` : join(folder.path, name);
}

const OPEN_FILES = '/proc/self/fd';
