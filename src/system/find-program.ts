import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';

/** The program's absolute path, as a shell would find it; null if it is not installed. A name with a slash is a path. */
export function findProgram(name: string, { PATH }: Readonly<Record<string, string | undefined>>): string | null {
  return findProgramIn(splitSearchPath(PATH), name);
}

/** `findProgram` in these folders, in order; a path is relative to `cwd`. */
export function findProgramIn(folders: readonly string[], name: string, cwd = '.'): string | null {
  const paths = name.includes('/') ? [resolve(cwd, name)] : folders.map((folder) => resolve(folder, name));
  return paths.find(isProgram) ?? null;
}

/** Skips empty entries, which a shell takes for the current folder: files of a project are not installed programs. */
export function splitSearchPath(searchPath = ''): string[] {
  return searchPath.split(delimiter).filter((folder) => folder !== '');
}

/** Takes folders and whole search paths; an empty or missing one adds no entry. */
export function joinSearchPath(...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(delimiter);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
