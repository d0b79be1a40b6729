import { join, relative } from 'node:path';

/** A folder, and the path at which commands see it if that is another one. */
export interface SeenFolder {
  root: string;
  seenRoot?: string | undefined;
}

/** The path of a file of the folder as commands see it. */
export function toSeen({ root, seenRoot }: SeenFolder, path: string): string {
  if (seenRoot === undefined) return path;
  const inside = relative(root, path);
  return inside.startsWith('..') ? path : join(seenRoot, inside);
}

/** Where a file is that a command named. Paths outside of the folder stay as they are. */
export function fromSeen({ root, seenRoot }: SeenFolder, path: string): string {
  if (seenRoot === undefined) return path;
  if (path === seenRoot) return root;
  return path.startsWith(`${seenRoot}/`) ? `${root}${path.slice(seenRoot.length)}` : path;
}
