import { createHash } from 'node:crypto';
import { type BigIntStats, type Dirent, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { ancestors, type BytePath, onDisk } from '../system/paths.ts';
import { type IndexEntry, type IndexFile, MOST_ENTRIES, readIndexFile } from './index-file.ts';
import type { Shadow } from './shadow.ts';
import { sureRules } from './sure-rules.ts';

export interface ScannedTree {
  /** In the index, and different or gone in the working tree. */
  touched: BytePath[];
  /** There are entries that may be new files: only git knows whether they are ignored. */
  hasOthers: boolean;
}

/**
 * Compares a small working tree with the index as `git diff-files` does, without starting git, and says whether anything
 * else is there. Null if git has to look: the tree is large, cannot be read, or has other repositories, or files and
 * folders in each other's place.
 */
export function scanTree(shadow: Shadow, rules: readonly string[]): ScannedTree | null {
  const index = readIndexFile(shadow, MOST_ENTRIES);
  if (index === null) return null;
  try {
    const others = findOthers(shadow.root, index, sureRules(rules));
    const touched = others && findTouched(shadow.root, index);
    return touched && { touched, hasOthers: others === 'some' };
  } catch {
    return null;
  }
}

function findOthers(
  root: string,
  { entries }: IndexFile,
  isSurelyIgnored: ReturnType<typeof sureRules>,
): 'some' | 'none' | null {
  const folders = new Set([...entries.keys()].flatMap(ancestors));
  const pending: BytePath[] = [''];
  let found: 'some' | 'none' = 'none';
  let seen = 0;
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of listFolder(root, folder)) {
      if (++seen > 2 * MOST_ENTRIES) return null;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (path === '.git') continue;
      const isFolder = entry.isDirectory();
      // Another repository, or a file and a folder in each other's place.
      if (entry.name === '.git' || (isFolder ? entries.has(path) : folders.has(path))) return null;
      if (entries.has(path) || (!folders.has(path) && isSurelyIgnored(path, isFolder))) continue;
      if (isFolder) pending.push(path);
      else if (entry.isFile() || entry.isSymbolicLink()) found = 'some';
    }
  }
  return found;
}

/** Null if so many files are new that git should read them. */
function findTouched(root: string, { entries, writtenNs }: IndexFile): BytePath[] | null {
  const touched: BytePath[] = [];
  let unsure = 0;
  for (const [path, entry] of entries) {
    const stats = lstatSync(diskPath(root, path), { bigint: true, throwIfNoEntry: false });
    if (!stats || !looksTheSame(entry, stats)) touched.push(path);
    else if (mayHideChange(stats, writtenNs)) {
      if (++unsure > MOST_UNSURE || stats.size > MOST_BYTES) return null;
      if (idOf(root, path, entry) !== entry.object) touched.push(path);
    }
  }
  return touched;
}

function looksTheSame(entry: IndexEntry, stats: BigIntStats): boolean {
  return (
    entry.mtimeNs === stats.mtimeNs &&
    entry.ctimeNs === stats.ctimeNs &&
    entry.size === low(stats.size) &&
    entry.ino === low(stats.ino) &&
    entry.uid === low(stats.uid) &&
    entry.gid === low(stats.gid) &&
    entry.mode === (stats.isSymbolicLink() ? 0o120000 : stats.mode & 0o100n ? 0o100755 : 0o100644)
  );
}

/** An index holds the lower half of large numbers. */
const low = (number: bigint) => Number(number & 0xffffffffn);

/** A file that was written just before the index may have been written again within the same tick of the clock. */
function mayHideChange({ mtimeNs, ctimeNs }: BigIntStats, writtenNs: bigint): boolean {
  return (mtimeNs > ctimeNs ? mtimeNs : ctimeNs) > writtenNs - SLACK_NS;
}

const SLACK_NS = 2_000_000_000n;
const MOST_UNSURE = 200;
const MOST_BYTES = 4 * 1024 * 1024;

function idOf(root: string, path: BytePath, { mode, object }: IndexEntry): string {
  const file = diskPath(root, path);
  const content = mode === 0o120000 ? readlinkSync(file, { encoding: 'buffer' }) : readFileSync(file);
  const hash = createHash(object.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${content.length}\0`).update(content).digest('hex');
}

function listFolder(root: string, folder: BytePath): Dirent[] {
  return readdirSync(diskPath(root, folder), { withFileTypes: true, encoding: 'latin1' });
}

/** Plain names need no bytes. */
function diskPath(root: string, path: BytePath): string | Buffer {
  return /^[\x20-\x7e]*$/.test(path) ? `${root}/${path}` : onDisk(root, path);
}
