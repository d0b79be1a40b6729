import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** Tells programs from other words: on the search path, among the project's own in `node_modules/.bin`, or by their path. */
export function executables(folders: readonly string[], searchPath: string): (word: string) => boolean {
  const places = [
    ...folders.map((folder) => join(folder, 'node_modules', '.bin')),
    ...searchPath.split(delimiter).filter((place) => place !== ''),
  ];
  const known = new Map<string, boolean>();
  return (word) => {
    if (!/^[\w.+@[/~-]+$/.test(word)) return false;
    const before = known.get(word);
    if (before !== undefined) return before;
    const paths = word.includes('/') ? [resolve(folders[0] ?? '.', word)] : places.map((place) => join(place, word));
    const found = paths.some(isProgram);
    known.set(word, found);
    return found;
  };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
