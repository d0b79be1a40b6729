import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoopState } from '../core/state.ts';
import type { Safeguards } from '../runner/ports.ts';
import { isSanctioned } from '../store/sanctioned.ts';
import type { GitWorkspace } from '../workspace/index.ts';
import { openOverlay } from '../workspace/overlay.ts';
import { acceptedVersions } from './accepted-versions.ts';
import { laidScripts } from './criteria-scripts.ts';
import { trespassIn } from './enforce.ts';
import { readHidden } from './hidden.ts';
import { openIgnoredWatch } from './ignored-watch.ts';
import { judgingCommands } from './judging-commands.ts';
import { makeTargets } from './make-targets.ts';
import { literalGlob, type PathRules, pathRules } from './path-rules.ts';
import { pristineFiles } from './pristine.ts';
import { filesAt } from './project-files.ts';
import { protectedGlobs } from './protected-globs.ts';
import { baselineFiles, mayShadow } from './shadow-files.ts';
import { isCode, testHelpers } from './test-helpers.ts';

/** Too large to be listed for every check, and not where a check leaves its traces. */
const DEPENDENCIES = /^(?:node_modules|\.venv|venv|target|vendor|\.git)$/;

const MOST_MODULES = 4000;
const LARGEST_MODULE = 200_000;

export function createSafeguards(workspace: GitWorkspace, root: string, stateFolder: string): Safeguards {
  const overlay = openOverlay(root, stateFolder);
  const ignoredWatch = openIgnoredWatch(root, join(stateFolder, 'ignored'), workspace.strangers);
  const helpersAt = helpersOf(workspace);
  const ownFolder = /^\.jumar\/(?:loops|aside)\//;
  const ignoredJudges = async (commit: string) => {
    const wanted = { matches: mayShadow, names: () => false };
    return (await workspace.strangers(commit, wanted)).filter((path) => !ownFolder.test(path));
  };
  return {
    async trespass(base, commit, state) {
      const protect = pathRules(protectedGlobs(state));
      const only = onlyRules(state);
      const [changes, strangers, ignored] = await Promise.all([
        workspace.differences(base, commit),
        workspace.strangers(commit, protect),
        only ? ignoredWatch.changes(commit, only) : [],
      ]);
      const foreign = await without(strangers, async (path) =>
        ownFolder.test(path) ? true : isSanctioned(stateFolder, path, await onDisk(root, path)),
      );
      const others = ignored.filter(({ path }) => !protect.matches(path));
      return trespassIn(changes, { protect, only }, foreign, others);
    },
    async noteIgnored(commit, state) {
      const only = onlyRules(state);
      if (only) await ignoredWatch.note(commit, only);
    },
    async undoIgnored({ strangers, ignored }) {
      for (const path of strangers) await rm(join(root, path), { force: true });
      ignoredWatch.undo(ignored);
    },
    async pristine(baseline, current, state) {
      const known = state.iterations.find(({ snapshot }) => snapshot?.commit === baseline)?.snapshot?.ignoredJudges;
      const [changes, accepted, ignored] = await Promise.all([
        workspace.differences(baseline, current),
        acceptedVersions(workspace, baseline, state),
        known ? ignoredJudges(current) : [],
      ]);
      const strangers = ignored
        .filter((path) => !known?.includes(path))
        .map((path) => ({ path, digest: digestOf(join(root, path)) }));
      const judging = judgingCommands(state.criteria, state.settings, state.workspace);
      const laid = await laidScripts(judging, state.task, root, filesAt(workspace, baseline));
      const scripts = pathRules([...laid.map(literalGlob), ...state.protect, ...state.settings.verify.protect]);
      return pristineFiles(
        changes,
        { baseline, current },
        {
          scripts,
          accepted,
          targets: makeTargets(judging, root),
        },
        {
          file: workspace.fileAt,
          blob: workspace.blob,
          baseline: async () => baselineFiles(await workspace.paths(baseline)),
          helpers: () => helpersAt(baseline),
          strangers,
        },
      );
    },
    ignoredJudges,
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

/** They are the same for the whole loop. In a project of more than so many modules nobody looks for them. */
function helpersOf(workspace: Pick<GitWorkspace, 'blobs' | 'texts'>) {
  const known = new Map<string, Promise<ReadonlySet<string>>>();
  const found = async (commit: string) => {
    const code = Object.entries(await workspace.blobs(commit)).filter(([path]) => isCode(path));
    if (code.length > MOST_MODULES) return new Set<string>();
    const ids = code.map(([, blob]) => blob);
    const texts = await workspace.texts([...new Set(ids)], LARGEST_MODULE);
    return testHelpers(new Map(code.map(([path, blob]) => [path, texts.get(blob) ?? ''])));
  };
  return (commit: string) => {
    const helpers = known.get(commit) ?? found(commit);
    known.set(commit, helpers);
    return helpers;
  };
}

function onlyRules({ settings: { verify } }: LoopState): PathRules | null {
  return verify.only.length > 0 ? pathRules(verify.only) : null;
}

function digestOf(file: string): string {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) return 'no file';
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

async function without<T>(all: readonly T[], excused: (one: T) => Promise<boolean>): Promise<T[]> {
  const kept: T[] = [];
  for (const one of all) if (!(await excused(one))) kept.push(one);
  return kept;
}

async function onDisk(root: string, path: string): Promise<Buffer | null> {
  return path.startsWith('.jumar/') ? readFile(join(root, path)).catch(() => null) : null;
}
