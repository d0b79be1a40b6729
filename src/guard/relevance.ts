import { posix } from 'node:path';
import { languageOf } from '../syntax/languages/index.ts';
import type { Entry } from './git-diff.ts';

/**
 * Orders files by how near they are to code that the change edited: the deeper the folder that they share with it, the more
 * relevant. Files that the change only added count less, so that adding many does not push others out.
 */
export function byRelevance<T>(changed: readonly Entry[], pathOf: (one: T) => string): (a: T, b: T) => number {
  const code = changed.filter(({ path, oldPath }) => languageOf(oldPath ?? path));
  const edited = foldersOf(code.filter(({ before }) => before !== null));
  const added = foldersOf(code.filter(({ before }) => before === null));
  const cached = new Map<string, number>();
  const relevance = (path: string): number => {
    const known = cached.get(path) ?? depthIn(path, edited) * 1000 + depthIn(path, added);
    cached.set(path, known);
    return known;
  };
  return (a, b) => relevance(pathOf(b)) - relevance(pathOf(a)) || (pathOf(a) < pathOf(b) ? -1 : 1);
}

/** Every folder that one of these files is in, at any depth. */
function foldersOf(entries: readonly Entry[]): Set<string> {
  const folders = new Set<string>();
  for (const { path, oldPath } of entries) for (const folder of foldersAbove(oldPath ?? path)) folders.add(folder);
  return folders;
}

/** From the innermost folder outwards. */
function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let folder = posix.dirname(path); folder !== '.' && folder !== '/'; folder = posix.dirname(folder))
    folders.push(folder);
  return folders;
}

function depthIn(path: string, folders: ReadonlySet<string>): number {
  const shared = foldersAbove(path).find((folder) => folders.has(folder));
  return shared === undefined ? 0 : shared.split('/').length;
}
