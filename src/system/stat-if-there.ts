import { lstatSync, type Stats } from 'node:fs';

/**
 * What is at a path, without following a link there; undefined if nothing is, if a part of the path is no folder (an agent may put a
 * file in a folder's place), or if nobody may look.
 */
export function statIfThere(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
