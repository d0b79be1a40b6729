import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Place, Room } from '../../ports/room.ts';
import { type GitWorkspace, openCheckout, openOverlay } from '../../workspace/index.ts';
import { carryFiles } from './carried-files.ts';
import { copyEntries } from './copy-entries.ts';
import { freezeOutside, type Outside } from './freeze-outside.ts';
import { noteIgnored, openIgnoredEntries } from './ignored-entries.ts';
import type { JudgedTree } from './intact-checker.ts';
import { clearLanes } from './lanes.ts';
import { ownRepository } from './own-repository.ts';
import { type FolderView, type OutsideChanges, outsideChanges } from './watched-record.ts';

export interface RoomOptions {
  /** Where the room and its records are kept, outside the workspace. */
  folder: string;
  shadow: string;
  loop: string;
  workspace: GitWorkspace;
  /** The workspace that the room stands for. */
  place: Place;
  /** Whether commands see it at the workspace's path. */
  isMounted: boolean;
  /** Whether no agent of the loop has run yet: the first tree is then the baseline. */
  isNew: boolean;
  /** What is kept as it is now, too. */
  outside: Outside;
  /** Globs of ignored files that count as they are in the workspace. */
  carry: readonly string[];
}

export interface OpenRoom extends Room {
  place: Place;
  tree: JudgedTree;
  visit: RoomVisit;
}

/** What a cage needs to know of the current visit. */
export interface RoomVisit {
  /** For what checks write outside of the tree. */
  scratch: { visit: string; caches: string };
  /** Folders of the tree whose changes last only for a command. */
  temporary(): readonly string[];
  /** Whether nothing of the visit may stay anywhere. */
  isSecret(): boolean;
  /** What differs around the workspace, for mounts. */
  views(): readonly FolderView[];
}

/**
 * A working tree of the judge's own, one per loop, so that builds stay warm. The snapshot brings the tracked files; ignored files (dependencies, `.env`, caches) are those that the
 * workspace had when the last session before the loop's first agent run needed the room.
 */
export function openRoom({
  folder,
  shadow,
  loop,
  workspace,
  place,
  isMounted,
  isNew,
  outside,
  carry,
}: RoomOptions): OpenRoom {
  const root = join(folder, 'tree');
  const inside: Place = {
    root,
    cwd: join(root, relative(place.root, place.cwd)),
    ...(isMounted && { seenRoot: place.root }),
  };
  const scratch = { visit: join(folder, 'visit'), caches: join(folder, 'caches') };
  const overlay = openOverlay(root, folder);
  let checkout: ReturnType<typeof openCheckout> | null = null;
  let current: string | null = null;
  let baseline: string | null = null;
  let temporary: string[] = [];
  let isSecret = false;
  let around: OutsideChanges = { added: [], changed: [], views: [] };

  const open = async (commit: string) => {
    // Until an agent has run, people may still install what the checks need.
    if (isNew || readOwner(folder) !== loop) {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      await mkdir(root, { recursive: true, mode: 0o700 });
      const { ignored, emptyFolders } = await workspace.ignoredEntries(commit);
      await copyEntries(place.root, root, ignored);
      for (const path of emptyFolders) await mkdir(join(root, path), { recursive: true });
      await freezeOutside(outside, place.root, folder, isMounted);
      await writeOwner(folder, loop);
    }
    overlay.putBack();
    return openCheckout({ shadow, root, cache: join(folder, 'cache'), loop, objects: workspace.objects });
  };

  const repository =
    workspace.repository &&
    ownRepository({
      user: workspace.repository,
      root,
      folder: join(folder, 'git'),
      isMounted,
      packedReferences: workspace.packedReferences,
    });

  return {
    place: inside,
    visit: { scratch, temporary: () => temporary, isSecret: () => isSecret, views: () => around.views },
    tree: {
      root,
      notes: join(folder, 'usual-changes.json'),
      isBaseline: () => current !== null && current === baseline,
      outside: () => around,
      changedFiles: async () =>
        checkout && current ? (await checkout).changedFiles(current) : { changed: [], added: [] },
    },
    async judge(commit, work, visit = {}) {
      const { files = [], installs } = visit;
      checkout ??= open(commit);
      if (isNew) baseline ??= commit;
      current = files.length > 0 ? null : commit;
      const tree = await checkout;
      const listIgnored = () => tree.ignoredEntries(commit);
      const entries = openIgnoredEntries(root, folder, listIgnored);
      clearLanes(scratch.visit);
      await repository?.reset();
      await tree.restore(commit);
      // Until an agent's code has run here, what checks write is the person's own.
      const kept = commit === baseline ? [] : await entries.reset();
      isSecret = visit.isSecret ?? false;
      const traces = isSecret ? noteIgnored(root, await listIgnored()) : null;
      temporary = installs ? [] : (traces?.folders ?? kept).map((path) => join(root, path));
      await carryFiles(carry, { workspace, from: place.root, to: root, record: join(folder, 'carried.json') }, commit);
      around = outsideChanges(folder);
      await mkdir(inside.cwd, { recursive: true });
      const undoInstall = installs && (await entries.save());
      try {
        if (files.length > 0) overlay.lay(files);
        const result = await work(inside);
        if (installs?.stays(result) === false) await undoInstall?.();
        return result;
      } finally {
        overlay.putBack();
        if (installs) await entries.forget();
        await traces?.remove(await listIgnored());
      }
    },
  };
}

/** Written last: a room without it is not complete. */
export const OWNER = 'owner';

/** The loop that the room was made for; null if it is not complete. */
function readOwner(folder: string): string | null {
  const file = join(folder, OWNER);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

async function writeOwner(folder: string, owner: string): Promise<void> {
  await writeFile(join(folder, OWNER), owner);
}
