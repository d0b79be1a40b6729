import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { canOverlay, type Overlay, removeChanges } from '../../process/overlay.ts';

/** Where one command at a time writes what does not belong to the tree. */
export interface Lane {
  /** A folder for the command: temporary files, and what is mounted. It lasts for the visit. */
  folder: string;
  overlays(paths: LanePaths): Overlay[];
  free(): void;
}

export interface LanePaths {
  /** Folders of tools, whose changes stay unless the visit is a secret. */
  caches: readonly string[];
  /** Folders whose changes last for the command: its code may have been the agent's. */
  temporary: readonly string[];
  isSecret: boolean;
}

/**
 * Each command finds temporary folders empty and dependencies as they were. Caches are shared by the commands of a lane. Two
 * commands at a time cannot share an overlay, so that the second one of the same name gets a lane of its own.
 */
export function openLanes({ visit, caches }: { visit: string; caches: string }): { take(name: string): Lane } {
  const busy = new Set<string>();
  let commands = 0;
  return {
    take(name) {
      let lane = name;
      for (let n = 2; busy.has(lane); n++) lane = `${name}-${n}`;
      busy.add(lane);
      const folder = join(visit, `${lane}.${++commands}`);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return {
        folder,
        overlays: (paths) => [
          ...overlaysOf(paths.caches, paths.isSecret ? join(folder, 'changes') : join(caches, lane)),
          ...overlaysOf(paths.temporary, join(folder, 'changes')),
        ],
        free: () => {
          busy.delete(lane);
        },
      };
    },
  };
}

/** Removes what the last visit's commands wrote. */
export function clearLanes(visit: string): void {
  for (const lane of list(visit)) {
    const changes = join(visit, lane, 'changes');
    for (const name of list(changes)) removeChanges(join(changes, name));
  }
  removeChanges(visit);
}

function overlaysOf(paths: readonly string[], folder: string): Overlay[] {
  return paths.filter(canOverlay).map((path) => ({ path, changes: join(folder, nameFor(path)) }));
}

/** The same name for the same path, so that a cache finds its changes again. */
function nameFor(path: string): string {
  return path.slice(1).replace(/%/g, '%25').replaceAll('/', '%');
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
