import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ancestors, type BytePath, display, folderOf, folderProbe, onDisk } from '../system/paths.ts';
import { WorkspaceError } from './errors.ts';

/** One path that differs between two trees: A only in the second, D only in the first, M and T in both. */
export interface Difference {
  path: BytePath;
  status: string;
}

/**
 * Moves to `.jumar/aside/` what a restore would destroy and no snapshot contains: an ignored file that must become a
 * folder, ignored files or a repository in a folder that must become a file, a file that cannot be read. Returns a
 * sentence on each.
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
  let store: string | null = null;
  return (path) => {
    let target = '';
    try {
      // A new folder, so that no link in it can lead elsewhere.
      store ??= basename(mkdtempSync(join(makeAside(root), `${new Date().toISOString().replace(/[:.]/g, '-')}-`)));
      target = `.jumar/aside/${store}/${path}`;
      mkdirSync(onDisk(root, folderOf(target)), { recursive: true, mode: 0o700 });
      renameSync(onDisk(root, path), onDisk(root, target));
    } catch (cause) {
      const message = `${display(path)} is in the way, is not in any snapshot, and cannot be moved to .jumar/aside/.`;
      throw new WorkspaceError('inexact', `${message} Move it yourself and try again.`, {
        cause,
        paths: [display(path)],
      });
    }
    return `moved to ${display(target)}, because it was in the way and is not in any snapshot: ${display(path)}`;
  };
}

/** The folder for moved files; a link in its place is an error, because it may lead anywhere. */
export function makeAside(root: string): string {
  const isFolder = folderProbe(root);
  for (const folder of ['.jumar', '.jumar/aside']) {
    if (!isFolder(folder)) mkdirSync(join(root, folder), { mode: 0o700 });
  }
  const aside = join(root, '.jumar/aside');
  replaceFile(join(aside, '.gitignore'), '*\n');
  return aside;
}

/** A link in its place is replaced, not followed. */
function replaceFile(file: string, content: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, content, { flag: 'wx' });
  renameSync(draft, file);
}
