import { execFile } from 'node:child_process';
import { closeSync, constants, fsyncSync, openSync } from 'node:fs';
import { type BytePath, folderOf, folderProbe, onDisk } from '../system/paths.ts';

/** Above this number one call for the whole file system is faster. */
const MOST_SINGLE = 64;

/** Puts files of the workspace and their names on disk, so that a power cut does not take what a restore wrote. */
export async function syncFiles(root: string, paths: readonly BytePath[]): Promise<void> {
  if (paths.length > MOST_SINGLE && (await syncFileSystem(root))) return;
  const isFolder = folderProbe(root);
  for (const path of paths) if (isFolder(folderOf(path))) syncOne(onDisk(root, path));
  for (const folder of new Set(paths.map(folderOf))) if (isFolder(folder)) syncOne(onDisk(root, folder));
}

function syncFileSystem(root: string): Promise<boolean> {
  return new Promise((resolve) => execFile('sync', ['-f', root], (error) => resolve(error === null)));
}

/** A link, a deleted file or one that cannot be opened has no content of its own to lose. */
function syncOne(path: Buffer): void {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return;
  }
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
