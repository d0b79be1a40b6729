import { dirname, resolve } from 'node:path';

/** The folders from `cwd` up to the root, nearest first; only `cwd` if it is not below the root. */
export function foldersUpwards(root: string, cwd: string): string[] {
  const top = resolve(root);
  const folders = [resolve(cwd)];
  for (let folder = resolve(cwd); folder !== top && dirname(folder) !== folder; folder = dirname(folder)) {
    folders.push(dirname(folder));
  }
  return folders.at(-1) === top ? folders : folders.slice(0, 1);
}
