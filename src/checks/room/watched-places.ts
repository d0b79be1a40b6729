import { accessSync, constants, existsSync, lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { realPath } from '../../process/bwrap.ts';
import { splitSearchPath } from '../../system/find-program.ts';

/** A folder outside of the workspace that an agent can write to and that tools read. */
export interface WatchedPlace {
  /** A real path. */
  path: string;
  /** Whether all that is below counts, or only what is directly in it. */
  isDeep: boolean;
  /** `restored`: small files are copied, so that checks see them as they were; `doubted`: no check proves anything once one changed. */
  changes: 'restored' | 'doubted' | 'ignored';
}

export interface Surroundings {
  workspace: string;
  home: string | null;
  path: string | undefined;
  /** Folders that checks see in another way: as they were, or not at all. */
  handled: readonly string[];
  /** Folders that are empty for checks: what is above a workspace in one of them does not exist for them. */
  temporary: readonly string[];
  /** What was to be kept as it is, but is too large for a copy. */
  large: readonly string[];
}

/** Folders with settings or packages for every project beside them. */
const SETTINGS = /^(?:node_modules|\.(?:venv|cargo|mvn|bundle|config|yarn))$/;

/**
 * Where tools look for programs and settings outside of the workspace: the folders of the PATH, the folders above the workspace, the
 * home folder and its `.config`. Whatever came to one of them since the loop began is hidden from checks.
 */
export function placesToWatch({ workspace, home, path, handled, temporary, large }: Surroundings): WatchedPlace[] {
  const above = foldersAbove(workspace, home).filter((folder) => !isIn(folder, temporary));
  const between = above.filter((folder) => folder !== '/' && folder !== home);
  const places: WatchedPlace[] = [
    ...splitSearchPath(path).map((folder) => place(folder, 'doubted')),
    ...large.map((folder) => place(folder, 'doubted', true)),
    ...between.flatMap((folder) => settingsIn(folder).map((one) => place(one, 'doubted', true))),
    ...between.map((folder) => place(folder, 'restored')),
    ...[...above, ...(home === null ? [] : [home, join(home, '.config')])].map((folder) => place(folder, 'ignored')),
  ];
  const seen = new Set<string>();
  return places.filter((one) => {
    if (seen.has(one.path) || isIn(one.path, handled) || !isWritableFolder(one.path)) return false;
    seen.add(one.path);
    return true;
  });
}

function isIn(folder: string, others: readonly string[]): boolean {
  return others.some((one) => folder === one || folder.startsWith(`${one}/`));
}

function place(path: string, changes: WatchedPlace['changes'], isDeep = false): WatchedPlace {
  return { path: realPath(path), isDeep, changes };
}

/** Up to the home folder, or to the root of the disk. */
function foldersAbove(workspace: string, home: string | null): string[] {
  const found: string[] = [];
  for (let folder = dirname(workspace); ; folder = dirname(folder)) {
    found.push(folder);
    if (folder === home || folder === dirname(folder)) return found;
  }
}

function settingsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => SETTINGS.test(name))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** Nobody needs to watch what an agent cannot write to. */
function isWritableFolder(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return existsSync(path) && lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}
