import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Place, Room } from '../../ports/room.ts';
import type { GitWorkspace } from '../../workspace/index.ts';
import { openOverlay } from '../../workspace/index.ts';

/** Too large to list for every check, and not a place where checks leave files. */
const DEPENDENCIES = /^(?:node_modules|\.venv|venv|target|vendor|\.git)$/;
const OWN_FILES = /^\.jumar\/(?:loops|aside)\//;

/** The workspace as the judge's room, where nothing else works or a person asks for it. Never while an agent runs. */
export function inPlaceRoom(workspace: GitWorkspace, place: Place, stateFolder: string): Room {
  const overlay = openOverlay(place.root, stateFolder);
  return {
    async judge(commit, work, { files = [], isSecret = false } = {}) {
      await workspace.restore(commit);
      const clean = isSecret
        ? await watchIgnored(workspace, place.root, { commit, store: join(stateFolder, IGNORED_STORE) })
        : null;
      try {
        if (files.length > 0) overlay.lay(files);
        return await work(place);
      } finally {
        overlay.putBack();
        await clean?.();
      }
    },
  };
}

/**
 * Notes which ignored files there are; the function it gives takes those that came since out of the agent's sight. They may be a
 * person's, and no snapshot contains them: so they are moved to the state folder, not deleted.
 */
async function watchIgnored(
  workspace: GitWorkspace,
  root: string,
  { commit, store }: { commit: string; store: string },
): Promise<() => Promise<void>> {
  const all = { matches: () => true, names: () => true, skips: (name: string) => DEPENDENCIES.test(name) };
  const before = new Set(await workspace.matchingIgnoredFiles(commit, all));
  return async () => {
    const newFiles = (await workspace.matchingIgnoredFiles(commit, all)).filter((path) => !before.has(path));
    const found = newFiles.filter((path) => !OWN_FILES.test(path));
    if (found.length === 0) return;
    await mkdir(store, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(store, 'visit-'));
    for (const path of found) await moveOut(join(root, path), join(folder, path));
  };
}

/** In the state folder: ignored files that appeared while hidden files were in the workspace. */
export const IGNORED_STORE = 'ignored-during-hidden-checks';

async function moveOut(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return;
    if (error.code !== 'EXDEV') throw error;
    await cp(from, to, { verbatimSymlinks: true, preserveTimestamps: true });
    await rm(from, { force: true });
  });
}
