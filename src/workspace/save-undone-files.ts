import { cpSync, lstatSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeAside } from './aside.ts';

/** The limit for one iteration: files beyond it are reported and not saved. */
const MAX_BYTES = 5_000_000;

/**
 * Moves ignored files that are about to be removed from the workspace to a new folder in `.jumar/aside/`, because no
 * snapshot contains them. Returns a sentence on what was saved, and one on what was not.
 */
export function saveUndoneFiles(root: string, name: string, paths: readonly string[]): string[] {
  const [saved, missed]: [string[], string[]] = [[], []];
  let place: string | null = null;
  let left = MAX_BYTES;
  for (const path of paths) {
    const found = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (!found) continue;
    if (found.size > left) {
      missed.push(`${path} (${found.size} bytes)`);
      continue;
    }
    left -= found.size;
    // A new folder, so that no link in it can lead elsewhere.
    place ??= newFolder(root, name);
    if (place !== null && tryMove(join(root, path), join(place, path))) saved.push(path);
    else missed.push(path);
  }
  const where = place === null ? '' : join('.jumar', 'aside', basename(place));
  return [
    ...(saved.length > 0 ? [`undone and not in any snapshot, saved in ${where}/: ${saved.join(', ')}`] : []),
    ...(missed.length > 0 ? [`undone and not saved: ${missed.join(', ')}`] : []),
  ];
}

function newFolder(root: string, name: string): string | null {
  try {
    return mkdtempSync(join(makeAside(root), `${name}-`));
  } catch {
    return null;
  }
}

function tryMove(from: string, to: string): boolean {
  try {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    try {
      renameSync(from, to);
    } catch {
      // Another disk is mounted there.
      cpSync(from, to, { verbatimSymlinks: true });
    }
    return true;
  } catch {
    return false;
  }
}
