import { chmodSync, lstatSync } from 'node:fs';
import { ancestors, type BytePath, folderProbe, onDisk } from '../system/paths.ts';

/** Makes the folders of these paths writable, runs `work`, and restores their permissions. */
export async function withWritableFolders<T>(
  root: string,
  paths: readonly BytePath[],
  work: () => Promise<T>,
): Promise<T> {
  const opened = process.geteuid?.() === 0 ? [] : open(root, paths);
  try {
    return await work();
  } finally {
    const isFolder = folderProbe(root);
    for (const { folder, mode } of opened) if (isFolder(folder)) chmodSync(onDisk(root, folder), mode);
  }
}

function open(root: string, paths: readonly BytePath[]): { folder: BytePath; mode: number }[] {
  const isFolder = folderProbe(root);
  const folders = new Set(['', ...paths.flatMap(ancestors)]);
  return [...folders].flatMap((folder) => {
    if (!isFolder(folder)) return [];
    const stats = lstatSync(onDisk(root, folder));
    const mode = stats.mode & 0o7777;
    if (mode & 0o200 || stats.uid !== process.geteuid?.()) return [];
    chmodSync(onDisk(root, folder), mode | 0o700);
    return [{ folder, mode }];
  });
}
