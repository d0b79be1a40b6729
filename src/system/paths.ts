import { lstatSync } from 'node:fs';

/**
 * A path as git prints it: relative to the root, separated by `/`, one character per byte (latin1), so that names that
 * are not UTF-8 survive as strings.
 */
export type BytePath = string;

export function splitNul(output: Buffer): BytePath[] {
  if (output.length === 0) return [];
  return output.toString('latin1').replace(/\0$/, '').split('\0');
}

export function joinNul(paths: readonly BytePath[]): Buffer {
  return Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1');
}

export function onDisk(root: string, path: BytePath): Buffer {
  const base = Buffer.from(root.endsWith('/') ? root : `${root}/`);
  return Buffer.concat([base, Buffer.from(path, 'latin1')]);
}

/** `a/b/c` → `a`, `a/b`. */
export function ancestors(path: BytePath): BytePath[] {
  const found: BytePath[] = [];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) found.push(path.slice(0, at));
  return found;
}

export function folderOf(path: BytePath): BytePath {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function nameOf(path: BytePath): BytePath {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** For display: UTF-8 decoded; bytes that are not UTF-8, and control characters, as `\xNN`. */
export function display(path: BytePath): string {
  const bytes = Buffer.from(path, 'latin1');
  let decoded = '';
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    const text = length === 0 ? '\ufffd' : bytes.toString('utf8', at, at + length);
    const broken = length === 0 || text.includes('\ufffd') || /[\x00-\x1f\x7f-\x9f]/.test(text);
    decoded += broken ? hex(bytes.subarray(at, at + Math.max(1, length))) : text;
    at += Math.max(1, length);
  }
  return decoded;
}

/** Names at most `limit` paths, and how many more there are. */
export function listPaths(paths: readonly BytePath[], limit = 5): string {
  const rest = paths.length - limit;
  return paths.slice(0, limit).map(display).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** Returns a check whether a path is a folder inside the workspace, with no symbolic link on the way. Caches its results. */
export function folderProbe(root: string): (folder: BytePath) => boolean {
  const cache = new Map<BytePath, boolean>([['', true]]);
  return function isFolder(folder: BytePath): boolean {
    const before = cache.get(folder);
    if (before !== undefined) return before;
    const answer =
      isFolder(folderOf(folder)) &&
      (lstatSync(onDisk(root, folder), { throwIfNoEntry: false })?.isDirectory() ?? false);
    cache.set(folder, answer);
    return answer;
  };
}

function sequenceLength(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  const length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  for (let next = at + 1; next < at + length; next++) if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

function hex(bytes: Buffer): string {
  return [...bytes].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}
