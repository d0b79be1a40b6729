import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootId } from '../system/boot-id.ts';

/**
 * An index says which files are unchanged by their times and sizes. After a power cut a file may have both and other
 * content. So the index is believed only if the machine has not been started since, and the process that used it last
 * ended by itself. Marks it as used by this process.
 */
export function isIndexTrusted(cache: string): boolean {
  const [boot, user] = readMark(cache);
  const isTrusted = boot === bootId() && (user === CLEAN || user === String(process.pid));
  writeMark(cache, String(process.pid));
  if (inUse.size === 0) process.once('exit', markAllClean);
  inUse.add(cache);
  return isTrusted;
}

/** Removes the index, so that every file is read again. */
export function dropIndex(cache: string): void {
  for (const name of ['index', 'index-tree']) rmSync(join(cache, name), { force: true });
}

const CLEAN = 'clean';
const inUse = new Set<string>();

/** A killed process does not come here. */
function markAllClean(): void {
  for (const cache of inUse) {
    try {
      if (readMark(cache)[1] === String(process.pid)) writeMark(cache, CLEAN);
    } catch {
      // The folder is gone, or the disk is full: the index is not believed next time.
    }
  }
}

function readMark(cache: string): string[] {
  try {
    return readFileSync(markFile(cache), 'utf8').split(' ');
  } catch {
    return [];
  }
}

function writeMark(cache: string, user: string): void {
  writeFileSync(markFile(cache), `${bootId()} ${user}`, { mode: 0o600 });
}

function markFile(cache: string): string {
  return join(cache, 'index-user');
}
