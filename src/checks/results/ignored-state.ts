import { createHash } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Caches and reports that tools write; no result depends on them. */
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
/** The same, only in `node_modules`. */
const MODULE_CACHE = /^\.(?:cache|vite|vite-temp|vitest|vitest-attachments|tmp)$/;

const PAUSE_EVERY = 2000;

/**
 * A digest of what the tree does not say about the workspace: files that are not in it (dependencies, `.env`, build
 * output), the permissions of those that are, and folders, also empty ones. It uses the size, times and mode of every file
 * instead of its content, because an edit always changes the `ctime`. Links that lead out of the workspace are followed. Null if there are too many files or one cannot be read, so that changes could be missed.
 */
export async function ignoredState(
  root: string,
  tree: ReadonlySet<string>,
  maxEntries: number,
): Promise<string | null> {
  const hash = createHash('sha256');
  const visited = new Set<string>();
  const folders: { path: string; name: string }[] = [{ path: root, name: '' }];
  let entries = 0;
  try {
    for (let folder = folders.pop(); folder; folder = folders.pop()) {
      const inModules = /(?:^|\/)node_modules$/.test(folder.name);
      for (const entry of sortByName(readdirSync(folder.path, { withFileTypes: true }))) {
        if (NO_INPUT.test(entry.name) || (inModules && MODULE_CACHE.test(entry.name))) continue;
        if (++entries > maxEntries) return null;
        if (entries % PAUSE_EVERY === 0) await new Promise(setImmediate);
        const path = join(folder.path, entry.name);
        const name = folder.name ? `${folder.name}/${entry.name}` : entry.name;
        if (entry.isDirectory()) {
          hash.update(`${name}\0folder ${lstatSync(path).mode}\0`);
          folders.push({ path, name: name });
        } else if (entry.isSymbolicLink()) {
          const outside = linkedOutside(root, path, visited);
          hash.update(`${name}\0link ${readlinkSync(path)}\0`);
          if (outside?.isFolder) folders.push({ path: outside.path, name: name });
          else if (outside) hash.update(`${stamp(outside.path)}\0`);
        } else if (entry.isFile()) {
          hash.update(`${name}\0${tree.has(name) ? `mode ${lstatSync(path).mode}` : stamp(path)}\0`);
        }
      }
    }
  } catch {
    return null;
  }
  return hash.digest('hex');
}

const sortByName = (entries: Dirent[]) => entries.sort((a, b) => (a.name < b.name ? -1 : 1));

function stamp(path: string): string {
  const { size, mtimeNs, ctimeNs, mode } = lstatSync(path, { bigint: true });
  return `${size} ${mtimeNs} ${ctimeNs} ${mode}`;
}

/** The target of a link that leads out of the workspace; each target only once. */
function linkedOutside(root: string, link: string, visited: Set<string>): { path: string; isFolder: boolean } | null {
  try {
    const path = realpathSync(link);
    if (visited.has(path) || !relative(root, path).startsWith('..')) return null;
    visited.add(path);
    return { path, isFolder: statSync(path).isDirectory() };
  } catch {
    return null;
  }
}
