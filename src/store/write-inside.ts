import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { errnoOf, StoreError } from './errors.ts';

/**
 * Writes `root/path`, making the folders on the way, and follows no symbolic link below the root, so that an agent who
 * plants one there cannot have a file elsewhere overwritten. Whatever file or link has that name is replaced, not
 * written through; with `keep` a file that exists is left alone. Resolves with what was in the way, or with null.
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
 * Adds to the end of `root/path` as `writeInside` writes: no link is followed, and a file that has another name elsewhere is replaced
 * by one that begins anew. Resolves with what was in the way, or with null.
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

/** A folder held open: what its path leads to may be exchanged meanwhile, the folder itself not. */
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
    const message = `${join(outer.path, name)} is a link or a file, not a folder: nothing is written beneath it`;
    throw new StoreError('unwritable', message, 'remove it', { cause: error });
  }
}

/** The temporary file is made anew, and rename puts it in the place of a link instead of behind it. */
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

/** Through the open folder where /proc allows it; elsewhere by its path, which was no link when it was looked at. */
function placeIn(folder: Folder, name: string): string {
  return existsSync(OPEN_FILES) ? `${OPEN_FILES}/${folder.handle.fd}/${name}` : join(folder.path, name);
}

const OPEN_FILES = '/proc/self/fd';
