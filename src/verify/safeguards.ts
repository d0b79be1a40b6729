import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoopState } from '../core/state.ts';
import type { Safeguards } from '../runner/ports.ts';
import { isSanctioned } from '../store/sanctioned.ts';
import type { GitWorkspace } from '../workspace/index.ts';
import { openOverlay } from '../workspace/overlay.ts';
import { trespassIn } from './enforce.ts';
import { readHidden } from './hidden.ts';
import { pathRules } from './path-rules.ts';
import { pristineFiles } from './pristine.ts';

/** Too large to be listed for every check, and not where a check leaves its traces. */
const DEPENDENCIES = /^(?:node_modules|\.venv|venv|target|vendor|\.git)$/;

/** The globs that no agent may change: Jumar's own folder, what the criteria run, and what the user names. */
export function protectedGlobs({ protect, settings }: Pick<LoopState, 'protect' | 'settings'>): string[] {
  return ['/.jumar/', ...protect, ...settings.verify.protect];
}

export function createSafeguards(workspace: GitWorkspace, root: string, stateFolder: string): Safeguards {
  const overlay = openOverlay(root, stateFolder);
  const ownFolder = /^\.jumar\/(?:loops|aside)\//;
  return {
    async trespass(base, commit, state) {
      const protect = pathRules(protectedGlobs(state));
      const { only } = state.settings.verify;
      const [changes, strangers] = await Promise.all([
        workspace.differences(base, commit),
        workspace.strangers(commit, protect),
      ]);
      const foreign = await without(strangers, async (path) =>
        ownFolder.test(path) ? true : isSanctioned(stateFolder, path, await onDisk(root, path)),
      );
      return trespassIn(changes, { protect, only: only.length > 0 ? pathRules(only) : null }, foreign);
    },
    async removeStrangers(paths) {
      for (const path of paths) await rm(join(root, path), { force: true });
    },
    async pristine(baseline, current, state) {
      const changes = await workspace.differences(baseline, current);
      return pristineFiles(changes, { baseline, current }, pathRules(state.protect), workspace.fileAt);
    },
    hidden: async (checks) => readHidden(checks, root),
    lay: async (files) => overlay.lay(files),
    putBack: async () => overlay.putBack(),
    async watchIgnored(commit) {
      const all = { matches: () => true, names: () => true, skips: (name: string) => DEPENDENCIES.test(name) };
      const before = new Set(await workspace.strangers(commit, all));
      return async () => {
        const left = (await workspace.strangers(commit, all)).filter((path) => !before.has(path));
        for (const path of left) if (!ownFolder.test(path)) await rm(join(root, path), { force: true });
      };
    },
  };
}

async function without<T>(all: readonly T[], excused: (one: T) => Promise<boolean>): Promise<T[]> {
  const kept: T[] = [];
  for (const one of all) if (!(await excused(one))) kept.push(one);
  return kept;
}

async function onDisk(root: string, path: string): Promise<Buffer | null> {
  return path.startsWith('.jumar/') ? readFile(join(root, path)).catch(() => null) : null;
}
