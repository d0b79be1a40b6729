import { createHash } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Written by tools for themselves or as reports: no result depends on them. */
const NO_INPUT = new RegExp(
  `^(?:${[
    '\\.git',
    '\\.jumar',
    'coverage',
    '\\.nyc_output',
    'htmlcov',
    '\\.coverage(?:\\..*)?',
    '__pycache__',
    '\\.pytest_cache',
    '\\.mypy_cache',
    '\\.ruff_cache',
    '\\.hypothesis',
    '\\.eslintcache',
    '\\.turbo',
    '\\.gradle',
    'test-results',
    'playwright-report',
    '(?:surefire|failsafe)-reports',
    'TestResults',
    '.*\\.tsbuildinfo',
    '.*\\.pyc',
    '.*\\.log',
    '\\.DS_Store',
  ].join('|')})$`,
);
/** The same, in `node_modules` alone. */
const MODULE_CACHE = /^\.(?:cache|vite|vite-temp|vitest|vitest-attachments|tmp)$/;

const PAUSE_EVERY = 2000;

/**
 * What the workspace holds beside the files of the tree: dependencies, `.env`, build output. By size, times and mode of
 * every file, not by content: whoever edits a file changes its `ctime`. Links are followed out of the workspace. Null
 * where there is too much of it to look at, or something cannot be read: then nobody can say that nothing changed.
 */
export async function ignoredState(
  root: string,
  tree: ReadonlySet<string>,
  maxEntries: number,
): Promise<string | null> {
  const hash = createHash('sha256');
  const seen = new Set<string>();
  const folders: { path: string; shown: string }[] = [{ path: root, shown: '' }];
  let entries = 0;
  try {
    for (let folder = folders.pop(); folder; folder = folders.pop()) {
      const inModules = /(?:^|\/)node_modules$/.test(folder.shown);
      for (const entry of sorted(readdirSync(folder.path, { withFileTypes: true }))) {
        if (NO_INPUT.test(entry.name) || (inModules && MODULE_CACHE.test(entry.name))) continue;
        if (++entries > maxEntries) return null;
        if (entries % PAUSE_EVERY === 0) await new Promise(setImmediate);
        const path = join(folder.path, entry.name);
        const shown = folder.shown ? `${folder.shown}/${entry.name}` : entry.name;
        if (entry.isDirectory()) folders.push({ path, shown });
        else if (entry.isSymbolicLink()) {
          const outside = linkedOutside(root, path, seen);
          hash.update(`${shown}\0link ${readlinkSync(path)}\0`);
          if (outside?.isFolder) folders.push({ path: outside.path, shown });
          else if (outside) hash.update(`${stamp(outside.path)}\0`);
        } else if (entry.isFile() && !tree.has(shown)) hash.update(`${shown}\0${stamp(path)}\0`);
      }
    }
  } catch {
    return null;
  }
  return hash.digest('hex');
}

const sorted = (entries: Dirent[]) => entries.sort((a, b) => (a.name < b.name ? -1 : 1));

function stamp(path: string): string {
  const { size, mtimeNs, ctimeNs, mode } = lstatSync(path, { bigint: true });
  return `${size} ${mtimeNs} ${ctimeNs} ${mode}`;
}

/** What a link leads to where no walk of the workspace comes by; each such place once. */
function linkedOutside(root: string, link: string, seen: Set<string>): { path: string; isFolder: boolean } | null {
  try {
    const path = realpathSync(link);
    if (seen.has(path) || !relative(root, path).startsWith('..')) return null;
    seen.add(path);
    return { path, isFolder: statSync(path).isDirectory() };
  } catch {
    return null;
  }
}
