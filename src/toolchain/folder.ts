import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { executables } from './executables.ts';

/** A folder of the workspace as the detectors see it. Nothing here throws: what cannot be read is not there. */
export interface Folder {
  /** Absolute. */
  path: string;
  /** The folders from here up to the workspace's root, this one first. */
  upwards: readonly string[];
  has(...names: string[]): Promise<boolean>;
  /** A file's text, up to 1 MiB; empty where there is none. */
  read(name: string): Promise<string>;
  /** The names in the folder or one below it, sorted. */
  list(below?: string): Promise<string[]>;
  /** A program of that name is on the search path. */
  finds(program: string): boolean;
}

const LARGEST = 1024 * 1024;

export function openFolder(
  path: string,
  upwards: readonly string[] = [path],
  searchPath: string = process.env.PATH ?? '',
): Folder {
  const read = async (name: string) => {
    const info = await stat(join(path, name)).catch(() => null);
    return info?.isFile() && info.size <= LARGEST ? readFile(join(path, name), 'utf8').catch(() => '') : '';
  };
  const exists = async (name: string) => (await stat(join(path, name)).catch(() => null)) !== null;
  return {
    path,
    upwards,
    read,
    has: async (...names) => (await Promise.all(names.map(exists))).some(Boolean),
    finds: executables([], searchPath),
    list: async (below = '.') => (await readdir(join(path, below)).catch(() => [])).sort(),
  };
}

/** The JSON object in a file, comments allowed; empty where there is none. */
export async function readJson(folder: Folder, name: string): Promise<Record<string, unknown>> {
  const text = await folder.read(name);
  for (const candidate of [text, text.replace(/^\s*\/\/.*$/gm, '').replace(/,(\s*[}\]])/g, '$1')]) {
    try {
      const value: unknown = JSON.parse(candidate);
      return isRecord(value) ? value : {};
    } catch {
      // The next candidate, or none.
    }
  }
  return {};
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
