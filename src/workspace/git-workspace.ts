import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import type { Changes, Snapshot, Workspace } from '../ports/index.ts';
import type { ChangedEntry } from '../ports/workspace.ts';
import { LOOP_MARKER } from '../process/markers.ts';
import type { Staying } from '../system/lasting-git.ts';
import type { ObjectSource } from '../system/object-source.ts';
import { display } from '../system/paths.ts';
import { type AgentMoves, agentMoves } from './agent-moves.ts';
import { amendSnapshot, treeDifferences } from './amend.ts';
import { applyPatch } from './apply-patch.ts';
import { branchesNow, headLogBeside, moveBack, stashBeside } from './branches.ts';
import { changedEntries } from './changed-entries.ts';
import { committedSince } from './committed-since.ts';
import { changesBetween, type DiffOptions, diffText, patchBetween } from './compare.ts';
import { composeSnapshot } from './compose.ts';
import type { References } from './copy-history.ts';
import { WorkspaceError, withContext } from './errors.ts';
import { blobsIn, exportTree, fileAt, pathsIn } from './extract.ts';
import { markHeadLog } from './head-log.ts';
import { openHistory, type ProtectedHistory } from './history.ts';
import { ignoredEntries, ignoredFiles, type Wanted } from './ignored.ts';
import { openIndex } from './live-index.ts';
import { type Located, locateWorkspace } from './locate.ts';
import { lockFingerprint } from './locks.ts';
import { deleteSnapshots, listSnapshots, type StoredSnapshot } from './prune.ts';
import { readRecord } from './record.ts';
import { type Restored, type RestoreOptions, restoreSnapshot } from './restore.ts';
import { saveUndoneFiles } from './save-undone-files.ts';
import { saveIndex } from './saved-index.ts';
import { scopeOf } from './scope.ts';
import { parentOf, type SetAsideTree, setAsideTrees } from './set-aside.ts';
import { openShadow } from './shadow.ts';
import { takeSnapshot, type WorkspaceParts } from './snapshot.ts';
import { withSoundIndex } from './sound-index.ts';
import { saveStashLog } from './stash.ts';
import { openUser, packedReferences } from './user.ts';
import { blobSizes, blobTexts, type FileVersions, versionsOf } from './versions.ts';

export interface WorkspaceOptions {
  /** The shadow repository's folder, outside the workspace; created if it does not exist. */
  shadow: string;
  /** The result of `locateWorkspace`. */
  root: string;
  /** Passed to every git process as JUMAR_LOOP. */
  loop: string;
  signal?: AbortSignal;
  /** Ignored files that snapshots include anyway, if they exist at the baseline. */
  keep?: Wanted;
  /** A loop asks again and again, with minutes in between: its git processes stay until `close`. */
  stays?: Staying;
}

/** The Workspace port on top of git, plus what commands and reports need. Everything rejects as the port does. */
export interface GitWorkspace extends Workspace {
  snapshot(name: string, parent: string | null): Promise<Snapshot>;
  /** The notes say what was moved aside. */
  restore(commit: string, options?: RestoreOptions): Promise<Restored>;
  setAside(): Promise<SetAsideTree[]>;
  agentMoves(before: Record<string, string>, how: { savedIndex: string; until: number | null }): Promise<AgentMoves>;
  /** The snapshot that another was taken after; null if there is none any more. */
  parentOf(commit: string): Promise<string | null>;
  /** The tree that the workspace holds now, by the rules of this snapshot. */
  treeNow(commit: string): Promise<string>;
  changesSince(commit: string): Promise<Changes>;
  /** Applies a patch of `patch` to the working tree, all of it or nothing. */
  applyPatch(patch: Buffer): Promise<void>;
  changes(from: string, to: string): Promise<Changes>;
  diffText(from: string, to: string, options?: DiffOptions): Promise<string>;
  /** For `git apply`. */
  patch(from: string, to: string): Promise<Buffer>;
  /** Every file that differs, with mode and blob on both sides. */
  entries(from: string, to: string): Promise<ChangedEntry[]>;
  blob(id: string): Promise<Buffer>;
  /** Null if the snapshot has no such file. */
  fileAt(commit: string, path: string | Buffer): Promise<Buffer | null>;
  exportTree(commit: string, folder: string): Promise<void>;
  /** Every file of a snapshot, relative to the root; without names that are not UTF-8. */
  paths(commit: string): Promise<string[]>;
  /** Every file that differs between these trees, with its blob in each. */
  versions(trees: readonly string[]): Promise<FileVersions[]>;
  /** The content of blobs; null for one that is binary or longer than `maxBytes`. */
  texts(blobs: readonly string[], maxBytes: number): Promise<Map<string, string | null>>;
  sizes(blobs: readonly string[]): Promise<Map<string, number>>;
  /** Like `paths`, with the blob id of each file. */
  blobs(commit: string): Promise<Record<string, string>>;
  listSnapshots(loop: string): Promise<StoredSnapshot[]>;
  /** Names are the part after the loop. The caller holds the workspace's lock. */
  deleteSnapshots(loop: string, keep: readonly string[]): Promise<void>;
  /** Removes what a killed git left behind. The caller holds the workspace's lock and has ended that git. */
  clearLocks(): Promise<void>;
  /** Saves what exists only in the user's local repository; cheap if nothing moved since the last call. */
  protectHistory(loop: string, label: string): Promise<ProtectedHistory>;
  refsNow(): Promise<References>;
  /** Every reference of the user's repository, in the format of `packed-refs`. */
  packedReferences(): Promise<string>;
  /** What the shadow repository holds. */
  objects: ObjectSource;
  /** Ends the git processes that stay. What is asked later starts others. */
  close(): void;
  /** Files that match `wanted` although the snapshot's rules ignore them, and that the snapshot does not contain. */
  matchingIgnoredFiles(commit: string, wanted: Wanted): Promise<string[]>;
  /** What the workspace holds beside the snapshot: ignored files and folders, each named once, and empty folders. */
  ignoredEntries(commit: string): Promise<{ ignored: string[]; emptyFolders: string[] }>;
  /** The user's repository; null if there is none. */
  repository: { gitDir: string; commonDir: string } | null;
}

export async function openWorkspace(options: WorkspaceOptions): Promise<GitWorkspace> {
  const env = { [LOOP_MARKER]: options.loop };
  const located = await withoutStrayRepository(options.root);
  assertOutside(options.shadow, located.root);
  const user = openUser(located, env, options.signal);
  const shadow = await withContext('opening the shadow repository', () =>
    openShadow({
      shadowDir: options.shadow,
      root: located.root,
      env,
      ...(located.git && { objectFormat: located.git.objectFormat }),
      ...(options.signal && { signal: options.signal }),
      ...(options.stays && { stays: options.stays }),
    }),
  );
  const parts = {
    shadow,
    user,
    index: openIndex(shadow),
    referencedTrees: new Set<string>(),
    ...(options.keep && { keep: options.keep }),
  };
  const history = openHistory(shadow, user);

  // There is one index: operations that write it run one at a time.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(doing: string, work: () => Promise<T>): Promise<T> => {
    const turn = last.then(() => withContext(doing, work));
    last = turn.catch(() => {});
    return turn;
  };

  return {
    snapshot: (name, parent) =>
      inTurn(`taking snapshot ${name}`, async () => {
        assertThere(located.root);
        return await withSoundIndex(parts.index, () => takeSnapshot(parts, name, parent));
      }),
    restore: (commit, how) =>
      inTurn(`restoring snapshot ${commit}`, async () => {
        assertThere(located.root);
        return await withSoundIndex(parts.index, () => restoreSnapshot(parts, commit, how));
      }),
    setAside: () => withContext('listing what was set aside', () => setAsideTrees(shadow, options.loop)),
    parentOf: (commit) => withContext('reading a snapshot', () => parentOf(shadow, commit)),
    treeNow: (commit) => inTurn('reading the working tree', () => treeNow(parts, commit)),
    changesSince: (commit) =>
      inTurn('reading the working tree', async () => changesBetween(shadow, commit, await treeNow(parts, commit))),
    applyPatch: (patch) => inTurn('applying a patch', () => applyPatch(shadow, patch)),
    differences: (from, to) => withContext('comparing snapshots', () => treeDifferences(shadow, from, to)),
    amend: (name, commit, base, paths) =>
      inTurn(`amending snapshot ${name}`, () => amendSnapshot(parts, name, commit, base, paths)),
    compose: (name, commit, files) =>
      inTurn(`composing snapshot ${name}`, () => composeSnapshot(parts, name, commit, files)),
    saveUndoneFiles: (name, paths) =>
      withContext('keeping what was undone', async () => saveUndoneFiles(located.root, name, paths)),
    locks: (commit) => withContext('reading lock files', () => lockFingerprint(shadow, commit)),
    branches: () => withContext('reading your branches', () => branchesNow(user)),
    saveIndex: async (target) => {
      saveStashLog(user, stashBeside(target));
      markHeadLog(user, headLogBeside(target));
      return saveIndex(user, target);
    },
    agentMoves: (before, how) => withContext('reading your branches', () => agentMoves(user, before, how)),
    committedSince: (commit, paths) => withContext('reading your commits', () => committedSince(user, commit, paths)),
    moveBack: (moved, index) => withContext('moving your branches back', () => moveBack(user, moved, index)),
    matchingIgnoredFiles: (commit, wanted) =>
      withContext('looking for ignored files', async () => {
        const record = await readRecord(shadow, commit);
        const scope = scopeOf(shadow, record);
        const tracked = new Set(scope.tracked);
        const all = await ignoredFiles(shadow, [...scope.frozen, ...record.added], wanted);
        return all.filter((path) => !tracked.has(path)).map(display);
      }),
    ignoredEntries: (commit) =>
      inTurn('listing ignored files', async () => {
        const record = await readRecord(shadow, commit);
        return ignoredEntries(shadow, [...scopeOf(shadow, record).frozen, ...record.added]);
      }),
    repository: located.git && { gitDir: located.git.gitDir, commonDir: located.git.commonDir },
    changes: (from, to) => withContext('comparing snapshots', () => changesBetween(shadow, from, to)),
    diffText: (from, to, how) => withContext('comparing snapshots', () => diffText(shadow, from, to, how)),
    patch: (from, to) => withContext('comparing snapshots', () => patchBetween(shadow, from, to)),
    entries: (from, to) => withContext('comparing snapshots', () => changedEntries(shadow, from, to)),
    blob: (id) =>
      withContext('reading a file of a snapshot', async () => (await shadow.run(['cat-file', 'blob', id])).stdout),
    fileAt: (commit, path) => withContext('reading a file of a snapshot', () => fileAt(shadow, commit, path)),
    exportTree: (commit, folder) => withContext('exporting a snapshot', () => exportTree(shadow, commit, folder)),
    paths: (commit) => withContext('listing a snapshot', () => pathsIn(shadow, commit)),
    versions: (trees) => withContext('comparing snapshots', () => versionsOf(shadow, trees)),
    texts: (blobs, maxBytes) => withContext('reading files of snapshots', () => blobTexts(shadow, blobs, maxBytes)),
    sizes: (blobs) => withContext('reading files of snapshots', () => blobSizes(shadow, blobs)),
    blobs: (commit) => withContext('listing a snapshot', () => blobsIn(shadow, commit)),
    listSnapshots: (loop) => withContext('listing snapshots', () => listSnapshots(shadow, loop)),
    deleteSnapshots: (loop, keep) =>
      inTurn('deleting snapshots', async () => {
        parts.referencedTrees.clear();
        await deleteSnapshots(shadow, loop, keep);
      }),
    clearLocks: () => inTurn('clearing locks', () => shadow.clearLocks()),
    protectHistory: (loop, label) => inTurn('keeping your history', () => history.protect(loop, label)),
    packedReferences: () => withContext('reading your branches', () => packedReferences(user)),
    refsNow: () => withContext('reading your branches', () => history.refsNow()),
    objects: shadow.objects,
    close() {
      shadow.objects.close();
      shadow.lineCounts.close();
    },
  };
}

/** If the agent deleted the repository, a repository in a parent folder is not the user's. */
async function withoutStrayRepository(root: string): Promise<Located & { problem?: string }> {
  assertThere(root);
  const alone = { root, cwd: root, git: null };
  try {
    const located = await locateWorkspace(root);
    return located.root === root ? located : alone;
  } catch (error) {
    if (error instanceof WorkspaceError && error.code === 'unsafe-workspace') {
      return { ...alone, problem: error.message };
    }
    throw error;
  }
}

/** Inside the workspace, the shadow repository would store itself, and the agent could delete it. */
async function treeNow({ shadow, index }: Pick<WorkspaceParts, 'shadow' | 'index'>, commit: string): Promise<string> {
  const record = await readRecord(shadow, commit);
  await index.sync({ scope: scopeOf(shadow, record), added: record.added, fresh: false });
  return index.tree();
}

function assertOutside(shadow: string, root: string): void {
  if (/^\.\.(\/|$)/.test(relative(root, shadow))) return;
  const message = `The snapshots would be inside the workspace, in ${shadow}. Set JUMAR_HOME to a folder outside.`;
  throw new WorkspaceError('unsafe-workspace', message);
}

function assertThere(root: string): void {
  let found: string | null = null;
  try {
    found = realpathSync(root);
  } catch {
    // Reported below.
  }
  if (found !== root) {
    const what = found === null ? 'is gone' : `now leads to ${found}`;
    throw new WorkspaceError('no-workspace', `The workspace ${root} ${what}. Put it back and resume.`);
  }
}
