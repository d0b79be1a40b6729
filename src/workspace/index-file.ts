import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BytePath } from '../system/paths.ts';
import type { Shadow } from './shadow.ts';

/** What an index says of a file: its content, and how the file looked when git last read it. */
export interface IndexEntry {
  mode: number;
  object: string;
  ctimeNs: bigint;
  mtimeNs: bigint;
  ino: number;
  uid: number;
  gid: number;
  size: number;
}

export interface IndexFile {
  entries: ReadonlyMap<BytePath, IndexEntry>;
  writtenNs: bigint;
}

/** Above this, git is quicker than this process. */
export const MOST_ENTRIES = 4000;

type OpenShadow = Pick<Shadow, 'cache' | 'objectFormat'>;

const cached = new WeakMap<object, { stamp: string; index: IndexFile | null }>();

/** The index as git last wrote it; null if there is none, it is larger than `mostEntries`, or only git should read it. */
export function readIndexFile(shadow: OpenShadow, mostEntries: number): IndexFile | null {
  const file = join(shadow.cache, 'index');
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (!stats) return null;
  // Git replaces the file.
  const stamp = `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
  const before = cached.get(shadow);
  if (before?.stamp === stamp) return before.index;
  const entries = parseIndex(readFileSync(file), shadow.objectFormat === 'sha256' ? 32 : 20, mostEntries);
  const index = entries && { entries, writtenNs: stats.mtimeNs };
  cached.set(shadow, { stamp, index });
  return index;
}

/** The files in the index, which has none if git never wrote it; null as for `readIndexFile`. */
export function readStoredFiles(shadow: OpenShadow, mostEntries: number): ReadonlySet<BytePath> | null {
  if (!existsSync(join(shadow.cache, 'index'))) return new Set();
  const index = readIndexFile(shadow, mostEntries);
  return index && new Set(index.entries.keys());
}

/** The tree that git says this index holds; null if it does not know, or only git should read the index. */
export function notedTree({ gitDir, objectFormat }: { gitDir: string; objectFormat: string }): string | null {
  const file = join(gitDir, 'index');
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  return parse(bytes, objectFormat === 'sha256' ? 32 : 20, MOST_ENTRIES)?.tree ?? null;
}

/**
 * The entries of an index of version 2. Null for another version, for entries that git treats in a special way (conflicts,
 * submodules, skipped files), for extensions that must be understood, and for more than `mostEntries`.
 */
export function parseIndex(bytes: Buffer, idBytes: number, mostEntries: number): Map<BytePath, IndexEntry> | null {
  return parse(bytes, idBytes, mostEntries)?.entries ?? null;
}

function parse(bytes: Buffer, idBytes: number, mostEntries: number) {
  if (bytes.length < HEADER + idBytes || bytes.toString('latin1', 0, 4) !== 'DIRC' || bytes.readUInt32BE(4) !== 2)
    return null;
  const count = bytes.readUInt32BE(8);
  if (count > mostEntries) return null;
  const entries = new Map<BytePath, IndexEntry>();
  let at = HEADER;
  for (let n = 0; n < count; n++) {
    const flags = bytes.readUInt16BE(at + STATS + idBytes);
    const start = at + STATS + idBytes + 2;
    const end = bytes.indexOf(0, start);
    const mode = bytes.readUInt32BE(at + 24);
    if (end < 0 || (flags & SPECIAL) !== 0 || (mode >> 12 !== FILE && mode >> 12 !== LINK)) return null;
    entries.set(bytes.toString('latin1', start, end), {
      mode,
      object: bytes.toString('hex', at + STATS, at + STATS + idBytes),
      ctimeNs: nanoseconds(bytes, at),
      mtimeNs: nanoseconds(bytes, at + 8),
      ino: bytes.readUInt32BE(at + 20),
      uid: bytes.readUInt32BE(at + 28),
      gid: bytes.readUInt32BE(at + 32),
      size: bytes.readUInt32BE(at + 36),
    });
    // Padded to a multiple of eight, with at least one NUL.
    at += (end - at + 8) & ~7;
  }
  let tree: string | null = null;
  while (at < bytes.length - idBytes) {
    // Extensions with small letters change what the entries mean.
    if (bytes[at]! > 0x5a) return null;
    const content = bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at + 4));
    if (bytes.toString('latin1', at, at + 4) === 'TREE') tree = rootOf(content, idBytes);
    at += 8 + content.length;
  }
  return { entries, tree };
}

/** The root comes first, with an empty name. Then the number of its entries; -1 since something was staged. */
function rootOf(trees: Buffer, idBytes: number): string | null {
  const [whole] = /^\0\d+ \d+\n/.exec(trees.toString('latin1', 0, 40)) ?? [];
  return whole === undefined ? null : trees.toString('hex', whole.length, whole.length + idBytes);
}

function nanoseconds(bytes: Buffer, at: number): bigint {
  return BigInt(bytes.readUInt32BE(at)) * 1_000_000_000n + BigInt(bytes.readUInt32BE(at + 4));
}

const HEADER = 12;
/** The bytes of an entry before the id of its content. */
const STATS = 40;
/** Assumed unchanged, extended, or in conflict. */
const SPECIAL = 0xf000;
const FILE = 0o10;
const LINK = 0o12;
