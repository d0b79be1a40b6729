import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoopState } from '../../core/state/state.ts';
import type { Safeguards } from '../../ports/index.ts';
import { literalGlob, type PathRules, pathRules } from '../../system/path-rules.ts';
import { isSanctioned } from '../../system/sanctioned.ts';
import type { GitWorkspace } from '../../workspace/index.ts';
import { acceptedVersions } from './accepted-versions.ts';
import { changedTests } from './changed-tests.ts';
import { criteriaScripts, overlayScripts } from './criteria-scripts.ts';
import { findForbiddenChanges } from './enforce.ts';
import { readHidden } from './hidden.ts';
import { openIgnoredWatch } from './ignored-watch.ts';
import { judgingCommands } from './judging-commands.ts';
import { localFilesFolder, openLocalFiles } from './local-files.ts';
import { makeTargets } from './make-targets.ts';
import { measuredLists } from './measured-lists.ts';
import { measuringModules } from './measuring-modules.ts';
import { pristineFiles } from './pristine.ts';
import { filesAt } from './project-files.ts';
import { protectedGlobs } from './protected-globs.ts';
import { baselineFiles, mayShadow } from './shadow-files.ts';
import { isEvidence, testBelongings } from './test-belongings.ts';

const MAX_MODULES = 4000;
const MAX_MODULE_CHARS = 200_000;

/** `loopFolder` is for what belongs to the loop; `stateFolder` is the project's. */
export function createSafeguards(
  workspace: GitWorkspace,
  root: string,
  { stateFolder, loopFolder }: { stateFolder: string; loopFolder: string },
): Safeguards {
  const ignoredWatch = openIgnoredWatch(root, join(stateFolder, 'ignored'), workspace.matchingIgnoredFiles);
  const codeAt = codeOf(workspace);
  const belongingsAt = cachedBy(async (commit) => {
    const code = await codeAt(commit);
    return code ? testBelongings(code.texts, code.paths) : new Set<string>();
  });
  const ownFolder = /^\.jumar\/(?:loops|aside)\//;
  const ignoredJudges = async (commit: string) => {
    const filter = { matches: mayShadow, names: () => false };
    return (await workspace.matchingIgnoredFiles(commit, filter)).filter((path) => !ownFolder.test(path));
  };
  const judges = async (commit: string, state: LoopState) => {
    const judging = judgingCommands(state.criteria, state.settings, state.workspace);
    const files = filesAt(workspace, commit);
    const overlayPaths = await overlayScripts(judging, state.task, root, files);
    const measuring = await criteriaScripts(
      judging.filter(({ prints }) => prints),
      state.task,
      root,
    );
    const code = measuring.length > 0 ? await codeAt(commit) : null;
    const lists = code ? await measuredLists(measuring, { code: code.texts, paths: code.paths, text: files.text }) : [];
    const modules = code ? measuringModules(measuring, code.texts) : [];
    const own = [...overlayPaths, ...lists, ...modules].map(literalGlob);
    const globs = [...own, ...state.protect, ...state.settings.verify.protect];
    return { judging, scripts: pathRules(globs) };
  };
  return {
    async findForbiddenChanges(base, commit, state) {
      const protect = pathRules(protectedGlobs(state));
      const only = onlyRules(state);
      const [changes, unexpected, ignored] = await Promise.all([
        workspace.differences(base, commit),
        workspace.matchingIgnoredFiles(commit, protect),
        only ? ignoredWatch.changes(commit, only) : [],
      ]);
      const unexpectedFiles = await without(unexpected, async (path) =>
        ownFolder.test(path) ? true : isSanctioned(stateFolder, path, await onDisk(root, path)),
      );
      const others = ignored.filter(({ path }) => !protect.matches(path));
      return findForbiddenChanges(changes, { protect, only }, unexpectedFiles, others);
    },
    async noteIgnored(commit, state) {
      const only = onlyRules(state);
      if (only) await ignoredWatch.note(commit, only);
    },
    async undoIgnored({ unexpectedFiles, ignored }) {
      for (const path of unexpectedFiles) await rm(join(root, path), { force: true });
      ignoredWatch.undo(ignored);
    },
    localFiles: openLocalFiles(root, localFilesFolder(loopFolder), workspace.matchingIgnoredFiles),
    async pristine(baseline, current, state) {
      // What the agent leaves in ignored files does not reach a room.
      const baselineJudges =
        state.room.kind === 'in place'
          ? state.iterations.find(({ snapshot }) => snapshot?.commit === baseline)?.snapshot?.ignoredJudges
          : undefined;
      const [changes, accepted, ignored] = await Promise.all([
        workspace.differences(baseline, current),
        acceptedVersions(workspace, baseline, state),
        baselineJudges ? ignoredJudges(current) : [],
      ]);
      const unexpectedFiles = ignored
        .filter((path) => !baselineJudges?.includes(path))
        .map((path) => ({ path, digest: digestOf(join(root, path)) }));
      const { judging, scripts } = await judges(baseline, state);
      return pristineFiles(
        changes,
        { baseline, current },
        {
          scripts,
          accepted,
          targets: makeTargets(judging, root),
          task: state.task,
        },
        {
          file: workspace.fileAt,
          blob: workspace.blob,
          baseline: async () => baselineFiles(await workspace.paths(baseline)),
          belongings: () => belongingsAt(baseline),
          unexpectedFiles,
        },
      );
    },
    async testsOf(commit, baseline, state) {
      const changes = await workspace.differences(commit, baseline);
      const { scripts } = await judges(commit, state);
      return changedTests(changes, commit, scripts, {
        file: workspace.fileAt,
        belongings: () => belongingsAt(commit),
      });
    },
    ignoredJudges,
    hidden: async (checks) => readHidden(checks, root),
  };
}

interface Code {
  texts: ReadonlyMap<string, string>;
  /** Every file, code or not. */
  paths: readonly string[];
}

/** The code of a snapshot; null for projects with too many modules. */
function codeOf(workspace: Pick<GitWorkspace, 'blobs' | 'texts'>) {
  return cachedBy(async (commit): Promise<Code | null> => {
    const blobs = Object.entries(await workspace.blobs(commit));
    const code = blobs.filter(([path]) => isEvidence(path));
    if (code.length > MAX_MODULES) return null;
    const ids = code.map(([, blob]) => blob);
    const texts = await workspace.texts([...new Set(ids)], MAX_MODULE_CHARS);
    return {
      texts: new Map(code.map(([path, blob]) => [path, texts.get(blob) ?? ''])),
      paths: blobs.map(([path]) => path),
    };
  });
}

/** Cached by commit, because it is the same for the whole loop. */
function cachedBy<T>(find: (commit: string) => Promise<T>) {
  const cache = new Map<string, Promise<T>>();
  return (commit: string) => {
    const found = cache.get(commit) ?? find(commit);
    cache.set(commit, found);
    return found;
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

async function without<T>(all: readonly T[], isExcluded: (one: T) => Promise<boolean>): Promise<T[]> {
  const remaining: T[] = [];
  for (const one of all) if (!(await isExcluded(one))) remaining.push(one);
  return remaining;
}

async function onDisk(root: string, path: string): Promise<Buffer | null> {
  return path.startsWith('.jumar/') ? readFile(join(root, path)).catch(() => null) : null;
}
