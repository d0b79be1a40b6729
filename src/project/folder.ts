import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fields, fieldsOrEmpty, parseJson } from '../core/text/foreign-json.ts';
import { executables } from './executables.ts';

/** A folder of the workspace, for the detectors. Never throws: unreadable files count as missing. */
export interface Folder {
  /** Absolute. */
  path: string;
  /** The folders from here up to the workspace's root, this one first. */
  upwards: readonly string[];
  has(...names: string[]): Promise<boolean>;
  /** A file's text; empty if the file is missing or larger than 1 MiB. */
  read(name: string): Promise<string>;
  /** The names in the folder or one below it, sorted. */
  list(below?: string): Promise<string[]>;
  /** Whether the program is on the search path. */
  hasProgram(program: string): boolean;
}

const MAX_BYTES = 1024 * 1024;

export function openFolder(
  path: string,
  upwards: readonly string[] = [path],
  searchPath: string = process.env.PATH ?? '',
): Folder {
  const read = async (name: string) => {
    const info = await stat(join(path, name)).catch(() => null);
    return info?.isFile() && info.size <= MAX_BYTES ? readFile(join(path, name), 'utf8').catch(() => '') : '';
  };
  const exists = async (name: string) => (await stat(join(path, name)).catch(() => null)) !== null;
  return {
    path,
    upwards,
    read,
    has: async (...names) => (await Promise.all(names.map(exists))).some(Boolean),
    hasProgram: executables([], searchPath),
    list: async (below = '.') => (await readdir(join(path, below)).catch(() => [])).sort(),
  };
}

/** The JSON object in a file, comments allowed; empty if there is none. */
export async function readJson(folder: Folder, name: string): Promise<Fields> {
  const text = await folder.read(name);
  if (text === '') return {};
  return fieldsOrEmpty(parseJson(text) ?? (await import('../system/jsonc.ts')).parseJsonc(text));
}
