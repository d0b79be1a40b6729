import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from '../system/git.ts';

const MOST_FILES = 50_000;
const MOST_BYTES = 512 * 1024 * 1024;
const SKIPPED = /^(?:\.git|\.jumar|node_modules|\.venv|venv|__pycache__|target|\.[a-z]+_cache)$/;

/** The files that git would add; without git, every file outside of dependencies and caches. */
export async function filesIn(root: string): Promise<string[]> {
  const options = { cwd: root, maxBytes: 2 ** 28, userConfig: true };
  const listed = await git(['ls-files', '-z', '-co', '--exclude-standard'], options).catch(() => null);
  if (!listed) return walked(root);
  // git also lists files that are in its index and no longer on disk.
  const paths = [...new Set(listed.stdout.toString().split('\0').filter(Boolean))];
  const stats = await Promise.all(paths.map((path) => lstat(join(root, path)).catch(() => null)));
  return paths.filter((_, index) => stats[index] !== null);
}

/** A hash of the files' contents; null if there is too much to read, or something is not a file. */
export async function treeId(root: string, paths: readonly string[]): Promise<string | null> {
  if (paths.length > MOST_FILES) return null;
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for (const path of [...paths].sort()) {
      const file = join(root, path);
      const info = await lstat(file);
      bytes += info.size;
      if (bytes > MOST_BYTES || info.isDirectory()) return null;
      const content = info.isSymbolicLink() ? `link ${await readlink(file)}` : await hashOf(file);
      hash.update(`${path}\0${info.mode & 0o111}\0${content}\0`);
    }
  } catch {
    return null;
  }
  return hash.digest('hex');
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha1');
  for await (const piece of createReadStream(file)) hash.update(piece);
  return hash.digest('hex');
}

async function walked(root: string): Promise<string[]> {
  const files: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined && files.length <= MOST_FILES; folder = folders.pop()) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])) {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (!entry.isDirectory()) files.push(path);
      else if (!SKIPPED.test(entry.name)) folders.push(path);
    }
  }
  return files.sort();
}
