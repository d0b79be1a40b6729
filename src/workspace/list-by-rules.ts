import { type Dirent, readdirSync } from 'node:fs';
import { ancestors, type BytePath, onDisk } from '../system/paths.ts';
import { excludeFrom } from './exclude-rules.ts';
import { MOST_ENTRIES, readStoredFiles } from './index-file.ts';
import { listUntracked, type Untracked } from './listing.ts';
import type { Shadow } from './shadow.ts';
import { onlyPlainRules } from './sure-rules.ts';

/** Files of the working tree that are not in the index and that these rules do not ignore. */
export async function listOthers(shadow: Shadow, rules: readonly string[]): Promise<Untracked> {
  const listed = listByRules(shadow, rules);
  return listed
    ? { files: listed.others, probes: [], warnings: [] }
    : listUntracked(shadow, [excludeFrom(shadow, rules)]);
}

export interface ListedTree {
  others: BytePath[];
  /** As `git ls-files -o -i --directory` prints them. */
  ignored: BytePath[];
}

/**
 * What git lists beside the index, found without starting git. Null if git has to look: the tree is large, cannot be read,
 * holds other repositories, or has rules that are more than names and stars.
 */
export function listByRules(shadow: Shadow, rules: readonly string[]): ListedTree | null {
  const isIgnored = onlyPlainRules(rules);
  const stored = isIgnored && readStoredFiles(shadow, MOST_ENTRIES);
  if (!isIgnored || !stored) return null;
  const folders = new Set([...stored].flatMap(ancestors));
  const [others, ignored]: [BytePath[], BytePath[]] = [[], []];
  let seen = 0;

  /** Returns whether the folder holds nothing but what is ignored: then git names it beside its content. */
  const look = (folder: BytePath, isWithinIgnored: boolean): boolean => {
    const entries = listFolder(shadow.root, folder);
    let isWhole = entries.length > 0;
    for (const entry of entries) {
      if (++seen > 2 * MOST_ENTRIES) throw new Error('too large');
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const isFolder = entry.isDirectory();
      if (path === '.git') continue;
      if (entry.name === '.git' || (isFolder ? stored.has(path) : folders.has(path))) throw new Error('not plain');
      if (!(isFolder || entry.isFile() || entry.isSymbolicLink())) throw new Error('not plain');
      if (stored.has(path)) isWhole = false;
      else if (isFolder && folders.has(path)) {
        look(path, isWithinIgnored || isIgnored(path, true));
        isWhole = false;
      } else if (isWithinIgnored || isIgnored(path, isFolder) || (isFolder && look(path, false))) {
        ignored.push(isFolder ? `${path}/` : path);
      } else {
        if (!isFolder) others.push(path);
        isWhole = false;
      }
    }
    return isWhole;
  };

  try {
    look('', false);
  } catch {
    return null;
  }
  return { others: others.sort(), ignored: ignored.sort() };
}

function listFolder(root: string, folder: BytePath): Dirent[] {
  return readdirSync(onDisk(root, folder), { withFileTypes: true, encoding: 'latin1' });
}
