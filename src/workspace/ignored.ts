import { readdirSync } from 'node:fs';
import { type BytePath, folderProbe, nameOf, onDisk, splitNul } from '../system/paths.ts';
import { excludeFrom, isOwn } from './exclude-rules.ts';
import { isBuildOutput } from './ignore.ts';
import { listByRules } from './list-by-rules.ts';
import type { Shadow } from './shadow.ts';

/** Selects ignored files that matter anyway. */
export interface Wanted {
  matches(path: string): boolean;
  /** Whether a glob names this folder, so that it must be searched although git ignores all of it. */
  names(folder: string): boolean;
  /** Names to skip; by default build output and caches. */
  skips?(name: string): boolean;
}

/**
 * Ignored files that match `wanted`. Searches completely ignored folders only if a glob names them. Skips build output
 * and caches by default, because they change with every run.
 */
export async function ignoredFiles(shadow: Shadow, rules: readonly string[], wanted: Wanted): Promise<BytePath[]> {
  const isFolder = folderProbe(shadow.root);
  const skips = wanted.skips ?? isBuildOutput;
  const found: BytePath[] = [];
  const look = (path: BytePath) => {
    const name = text(path.replace(/\/$/, ''));
    if (isOwn(`${path}/`) || skips(nameOf(name))) return;
    if (!path.endsWith('/')) {
      if (wanted.matches(name)) found.push(path);
    } else if ((wanted.names(name) || wanted.matches(name)) && isFolder(path.slice(0, -1))) {
      for (const entry of readdirSync(onDisk(shadow.root, path), { withFileTypes: true, encoding: 'latin1' })) {
        look(`${path}${entry.name}${entry.isDirectory() ? '/' : ''}`);
      }
    }
  };
  for (const path of await listed(shadow, rules)) look(path);
  return found;
}

/** Ignored files and folders of the working tree, a folder that is ignored as a whole named once; and empty folders. */
export async function ignoredEntries(
  shadow: Shadow,
  rules: readonly string[],
): Promise<{ ignored: string[]; emptyFolders: string[] }> {
  const ignored = await listIgnored(shadow, rules);
  return { ignored, emptyFolders: emptyFolders(shadow.root, new Set(ignored)) };
}

/** Ignored files and folders of the working tree, a folder that is ignored as a whole named once. */
export async function listIgnored(shadow: Shadow, rules: readonly string[]): Promise<string[]> {
  return (await listed(shadow, rules))
    .filter((path) => !isOwn(`${path}/`))
    .map((path) => text(path.replace(/\/$/, '')));
}

async function listed(shadow: Shadow, rules: readonly string[]): Promise<readonly BytePath[]> {
  const known = listByRules(shadow, rules)?.ignored;
  if (known) return known;
  return splitNul((await shadow.run(['ls-files', '-z', '-o', '-i', '--directory', excludeFrom(shadow, rules)])).stdout);
}

/** Empty folders that are not ignored. */
function emptyFolders(root: string, ignored: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const pending: BytePath[] = [''];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const entries = entriesIn(onDisk(root, folder));
    if (entries?.length === 0 && folder !== '') found.push(text(folder));
    for (const entry of entries ?? []) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== '.git' && !isOwn(`${path}/`) && !ignored.has(text(path)))
        pending.push(path);
    }
  }
  return found;
}

function entriesIn(folder: Buffer) {
  try {
    return readdirSync(folder, { withFileTypes: true, encoding: 'latin1' });
  } catch {
    return null;
  }
}

function text(path: BytePath): string {
  return Buffer.from(path, 'latin1').toString('utf8');
}
