import { join } from 'node:path';
import { findProgramIn, splitSearchPath } from '../system/find-program.ts';

/** Whether a word is a program: on the search path, in the project's `node_modules/.bin`, or by its path. */
export function executables(folders: readonly string[], searchPath: string): (word: string) => boolean {
  const places = [...folders.map((folder) => join(folder, 'node_modules', '.bin')), ...splitSearchPath(searchPath)];
  const cache = new Map<string, boolean>();
  return (word) => {
    if (!/^[\w.+@[/~-]+$/.test(word)) return false;
    const cached = cache.get(word);
    if (cached !== undefined) return cached;
    const isExecutable = findProgramIn(places, word, folders[0]) !== null;
    cache.set(word, isExecutable);
    return isExecutable;
  };
}
