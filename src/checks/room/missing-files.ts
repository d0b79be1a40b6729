import { readdirSync } from 'node:fs';
import { isAbsolute, join, normalize, relative } from 'node:path';
import { statIfThere } from '../../system/stat-if-there.ts';

const SAYS_MISSING =
  /cannot find|can't find|could ?n[o']t (?:find|resolve|open|read|load)|not found|no such file|ENOENT|no module named|failed to (?:load|resolve|find)|does not exist|doesn't exist|unable to (?:find|resolve|load)|unresolved import|is not (?:installed|in std)/i;
const WORD = /[@\w.~/+-]+/g;
/** Endings that an import leaves out. */
const ENDINGS = ['.js', '.mjs', '.cjs', '.ts', '.tsx', '.jsx', '.json', '.py', '.d.ts', '.so', '.node'];
/** Where an import of a name is looked for. */
const PACKAGES = /^(?:node_modules|site-packages|vendor)$/;
const MAX_WORDS = 400;
const MAX_DEPTH = 4;

/**
 * Files that an output says are missing, and that are in the workspace but not in the room: what an agent left in ignored
 * files. Relative to the root. Finds names of packages and imports without an ending, too.
 */
export function missingFiles(output: string, workspace: string, room: string): string[] {
  const lines = output.split('\n').filter((line) => SAYS_MISSING.test(line));
  const words = [...new Set(lines.flatMap((line) => line.match(WORD) ?? []))].slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  const onlyThere = foundOnlyIn(workspace, room);
  const found = words.flatMap((word) => {
    const path = inRoot(word.replace(/\.+$/, ''), workspace, room);
    return path === null ? [] : onlyThere.filter((entry) => isMeant(path, entry));
  });
  return [...new Set(found)].sort();
}

/** The word as a path in the root, or as the name of a package. Names like `not` are no path. */
function inRoot(word: string, workspace: string, room: string): string | null {
  if (!isAbsolute(word)) return word.length > 1 ? normalize(word).replace(/^(?:\.\.?\/)+/, '') : null;
  for (const root of [room, workspace]) {
    const path = relative(root, word);
    if (path !== '' && !path.startsWith('..')) return path;
  }
  return null;
}

/** `dist/a.js` is in `dist`, `../gen/a` may be `src/gen/a.ts`, and `left-pad` is `node_modules/left-pad`. */
function isMeant(path: string, entry: string): boolean {
  const packaged = /(?:^|\/)(?:node_modules|site-packages|vendor)\/(.+)$/.exec(entry)?.[1];
  if (packaged !== undefined) {
    return [path, path.replaceAll('.', '/')].some((name) => `${name}/`.startsWith(`${packaged}/`));
  }
  if (!/[/.]/.test(path)) return false;
  const parts = path.split('/');
  const starts = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  const spellings = [...starts, ...ENDINGS.map((end) => path + end)];
  return spellings.some((spelling) => entry === spelling || entry.endsWith(`/${spelling}`));
}

/** The topmost files and folders of the workspace that the room lacks; of packages, each one. */
function foundOnlyIn(workspace: string, room: string): string[] {
  const found: string[] = [];
  const look = (folder: string, depth: number) => {
    const there = new Set(names(join(room, folder)));
    for (const { name, isFolder } of entries(join(workspace, folder))) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (name === '.git' || path === '.jumar') continue;
      if (!there.has(name)) found.push(path);
      else if (isFolder && (depth < MAX_DEPTH || PACKAGES.test(name) || name.startsWith('@')) && !isInPackage(folder))
        look(path, depth + 1);
    }
  };
  look('', 0);
  return found;
}

/** Only the packages themselves, and scopes, are of interest. */
function isInPackage(folder: string): boolean {
  const inside = /(?:^|\/)(?:node_modules|site-packages)\/(.+)$/.exec(folder)?.[1];
  return inside !== undefined && !/^@[^/]+$/.test(inside);
}

function entries(folder: string): { name: string; isFolder: boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      isFolder: entry.isDirectory(),
    }));
  } catch {
    return [];
  }
}

function names(folder: string): string[] {
  return statIfThere(folder)?.isDirectory() ? readdirSync(folder) : [];
}
