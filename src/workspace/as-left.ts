import { cpSync, lstatSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeAside } from './aside.ts';

/** Of one iteration: what is larger is told, and not kept. */
const LARGEST = 5_000_000;

/**
 * Moves ignored files that are about to be taken out of the workspace to a new folder in `.jumar/aside/`, for no snapshot
 * holds them: whoever wants to know what was undone finds it there. Gives a sentence on what was kept, and on what was not.
 */
export function keepAsLeft(root: string, name: string, paths: readonly string[]): string[] {
  const [kept, missed]: [string[], string[]] = [[], []];
  let place: string | null = null;
  let left = LARGEST;
  for (const path of paths) {
    const found = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (!found) continue;
    if (found.size > left) {
      missed.push(`${path} (${found.size} bytes)`);
      continue;
    }
    left -= found.size;
    // New, so that nothing in it can lead elsewhere.
    place ??= newFolder(root, name);
    if (place !== null && moved(join(root, path), join(place, path))) kept.push(path);
    else missed.push(path);
  }
  const where = place === null ? '' : join('.jumar', 'aside', basename(place));
  return [
    ...(kept.length > 0 ? [`undone and in no snapshot, kept as it was left in ${where}/: ${kept.join(', ')}`] : []),
    ...(missed.length > 0 ? [`undone and not kept: ${missed.join(', ')}`] : []),
  ];
}

function newFolder(root: string, name: string): string | null {
  try {
    return mkdtempSync(join(makeAside(root), `${name}-`));
  } catch {
    return null;
  }
}

function moved(from: string, to: string): boolean {
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
