import { rm } from 'node:fs/promises';
import { join } from 'node:path';
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
      const clean = isSecret ? await watchIgnored(workspace, place.root, commit) : null;
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

/** Notes which ignored files there are; the function it gives removes those that came since. */
async function watchIgnored(workspace: GitWorkspace, root: string, commit: string): Promise<() => Promise<void>> {
  const all = { matches: () => true, names: () => true, skips: (name: string) => DEPENDENCIES.test(name) };
  const before = new Set(await workspace.matchingIgnoredFiles(commit, all));
  return async () => {
    const newFiles = (await workspace.matchingIgnoredFiles(commit, all)).filter((path) => !before.has(path));
    for (const path of newFiles) if (!OWN_FILES.test(path)) await rm(join(root, path), { force: true });
  };
}
