import { lstatSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ancestors } from '../../system/paths.ts';
import { makeAside } from '../../workspace/index.ts';

/** Moves a file that no snapshot contains to a folder of `.jumar/aside/`. */
export function moveAside(root: string, path: string, store: string): void {
  const target = join(makeAside(root), store, path);
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  renameSync(join(root, path), target);
}

/** The name of a new folder in it. */
export function newStore(): string {
  return `${new Date().toISOString().replace(/[:.]/g, '-')}-${process.pid}`;
}

export function leadsThroughLink(root: string, path: string): boolean {
  return ancestors(path).some((folder) => {
    const stats = lstatSync(join(root, folder), { throwIfNoEntry: false });
    return stats !== undefined && !stats.isDirectory();
  });
}
