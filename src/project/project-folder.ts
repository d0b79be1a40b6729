import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { findProgram, findProgramIn } from '../system/find-program.ts';
import { isForeignPath } from './skipped-paths.ts';

/** A project folder, for detection. Runs nothing. */
export interface ProjectFolder {
  names: ReadonlySet<string>;
  /** Null if the file is missing or unreadable. */
  read(name: string): Promise<string | null>;
  /** The project's own program, or one on the PATH, as written in a command. */
  program(name: string): string | null;
}

const MARKERS = ['package.json', 'pyproject.toml', 'setup.cfg', 'Cargo.toml', 'go.mod'];
const MAX_DEPTH = 2;
const MAX_FOLDERS = 20;

/** The root, and folders up to two levels below it that are projects themselves, top down. */
export async function projectFolders(root: string): Promise<string[]> {
  const folders: string[] = [''];
  let level = [''];
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const next: string[] = [];
    for (const parent of level) {
      for (const entry of await readdir(join(root, parent), { withFileTypes: true }).catch(() => [])) {
        const path = parent ? `${parent}/${entry.name}` : entry.name;
        if (entry.isDirectory() && !entry.name.startsWith('.') && !isForeignPath(`${path}/`)) next.push(path);
      }
    }
    for (const path of next.sort()) {
      const names = await readdir(join(root, path)).catch(() => []);
      if (folders.length < MAX_FOLDERS && names.some((name) => MARKERS.includes(name))) folders.push(path);
    }
    level = next;
  }
  return folders;
}

/** Local programs, in node_modules or a virtual environment here or above, take precedence over the PATH. */
export async function openFolder(
  root: string,
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ProjectFolder> {
  const here = join(root, name);
  const local = upwards(root, name).flatMap((folder) =>
    ['node_modules/.bin', '.venv/bin', 'venv/bin'].map((place) => join(folder, place)),
  );
  return {
    names: new Set(await readdir(here).catch(() => [])),
    read: (file) => readFile(join(here, file), 'utf8').catch(() => null),
    program(program) {
      const own = findProgramIn(local, program);
      if (own !== null) return relative(here, own);
      return findProgram(program, environment) === null ? null : program;
    },
  };
}

function upwards(root: string, name: string): string[] {
  const parts = name ? name.split('/') : [];
  return Array.from({ length: parts.length + 1 }, (_, index) => join(root, ...parts.slice(0, parts.length - index)));
}
