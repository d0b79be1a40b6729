import { lstatSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WorkspaceError } from './errors.ts';
import { ancestors, type BytePath, display, folderOf, folderProbe, onDisk } from './paths.ts';
import type { Difference } from './restore.ts';

/**
 * Moves to `.jumar/aside/` whatever a restore would destroy although no snapshot holds it: an ignored file where a
 * folder must be, ignored files or a repository in a folder that must become a file, a file that cannot be read.
 * Gives a sentence on each.
 */
export function clearTheWay(root: string, differing: readonly Difference[], stale: ReadonlySet<BytePath>): string[] {
  const stored = new Set(differing.filter((one) => one.status !== 'A').map((one) => one.path));
  for (const path of stale) stored.delete(path);
  const storedFolders = new Set([...stored].flatMap(ancestors));
  const isFolder = folderProbe(root);
  const obstacles = new Set<BytePath>();

  const leftovers = (folder: BytePath) => {
    for (const entry of readdirSync(onDisk(root, folder), { withFileTypes: true, encoding: 'latin1' })) {
      const path = `${folder}/${entry.name}`;
      if (storedFolders.has(path) && entry.isDirectory()) leftovers(path);
      else if (!stored.has(path)) obstacles.add(path);
    }
  };

  for (const { path, status } of differing) {
    if (status === 'D') {
      if (stale.has(path) && isFolder(folderOf(path))) obstacles.add(path);
      continue;
    }
    const blocker = ancestors(path).find((folder) => !isFolder(folder));
    const place = blocker ?? path;
    const stats = lstatSync(onDisk(root, place), { throwIfNoEntry: false });
    if (stats?.isDirectory()) leftovers(place);
    else if (stats && !stored.has(place)) obstacles.add(place);
  }
  return [...obstacles].map(moveAside(root));
}

function moveAside(root: string): (path: BytePath) => string {
  const store = join('.jumar/aside', `${new Date().toISOString().replace(/[:.]/g, '-')}-${process.pid}`);
  return (path) => {
    const target = `${store}/${path}`;
    try {
      makeAside(root);
      mkdirSync(onDisk(root, folderOf(target)), { recursive: true, mode: 0o700 });
      renameSync(onDisk(root, path), onDisk(root, target));
    } catch (cause) {
      const message = `${display(path)} stands in the way, is in no snapshot, and cannot be moved to .jumar/aside/.`;
      throw new WorkspaceError('inexact', `${message} Move it yourself and try again.`, {
        cause,
        paths: [display(path)],
      });
    }
    return `moved to ${display(target)}, because it stood in the way and is in no snapshot: ${display(path)}`;
  };
}

/** The folder for what is moved out of the way; a link in its place is an error, for it may lead anywhere. */
export function makeAside(root: string): string {
  const isFolder = folderProbe(root);
  for (const folder of ['.jumar', '.jumar/aside']) {
    if (!isFolder(folder)) mkdirSync(join(root, folder), { mode: 0o700 });
  }
  writeFileSync(join(root, '.jumar/aside/.gitignore'), '*\n');
  return join(root, '.jumar/aside');
}
