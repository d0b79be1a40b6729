import { access, readdir, readFile } from 'node:fs/promises';
import { delimiter, join, relative } from 'node:path';
import { isForeignPath } from '../code/skip.ts';
import type { ProjectFolder } from './wanted.ts';

const MARKERS = ['package.json', 'pyproject.toml', 'setup.cfg', 'Cargo.toml', 'go.mod'];
const MAX_DEPTH = 2;
const MAX_FOLDERS = 20;

/** The root, and the folders a little below it that are projects of their own, from above to below. */
export async function projectFolders(root: string): Promise<string[]> {
  const found: string[] = [''];
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
      if (found.length < MAX_FOLDERS && names.some((name) => MARKERS.includes(name))) found.push(path);
    }
    level = next;
  }
  return found;
}

/** Its own programs come first: those of node_modules or a virtual environment, here or above; then the PATH. */
export async function openFolder(
  root: string,
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ProjectFolder> {
  const here = join(root, name);
  const local = upwards(root, name).flatMap((folder) =>
    ['node_modules/.bin', '.venv/bin', 'venv/bin'].map((place) => join(folder, place)),
  );
  const path = (environment.PATH ?? '').split(delimiter).filter(Boolean);
  return {
    names: new Set(await readdir(here).catch(() => [])),
    read: (file) => readFile(join(here, file), 'utf8').catch(() => null),
    async program(program) {
      for (const folder of local) if (await exists(join(folder, program))) return relative(here, join(folder, program));
      for (const folder of path) if (await exists(join(folder, program))) return program;
      return null;
    },
  };
}

function upwards(root: string, name: string): string[] {
  const parts = name ? name.split('/') : [];
  return Array.from({ length: parts.length + 1 }, (_, index) => join(root, ...parts.slice(0, parts.length - index)));
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
