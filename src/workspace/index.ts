import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { LOOP_MARKER } from '../process/markers.ts';
import type { Changes, Snapshot, Workspace } from '../runner/ports.ts';
import { amendSnapshot, treeDifferences } from './amend.ts';
import { keepAsLeft } from './as-left.ts';
import { branchesNow, moveBack, stashBeside } from './branches.ts';
import { type ChangedEntry, changedEntries } from './changed-entries.ts';
import { committedSince } from './committed.ts';
import { changesBetween, type DiffOptions, diffText, patchBetween } from './compare.ts';
import { explained, WorkspaceError } from './errors.ts';
import { blobsIn, exportTree, fileAt, pathsIn } from './extract.ts';
import { openHistory, type ProtectedHistory, type References } from './history.ts';
import { ignoredFiles, type Wanted } from './ignored.ts';
import { indexSince, keepIndex } from './kept-index.ts';
import { openIndex } from './live-index.ts';
import { type Located, locateWorkspace } from './locate.ts';
import { lockFingerprint } from './locks.ts';
import { display } from './paths.ts';
import { deleteSnapshots, listSnapshots, type StoredSnapshot } from './prune.ts';
import { readRecord } from './record.ts';
import { type Restored, restoreSnapshot } from './restore.ts';
import { loadScope } from './scope.ts';
import { openShadow } from './shadow.ts';
import { takeSnapshot } from './snapshot.ts';
import { keepStash } from './stash.ts';
import { openUser } from './user.ts';
import { blobSizes, blobTexts, type FileVersions, versionsOf } from './versions.ts';

export interface WorkspaceOptions {
  /** The shadow repository's folder, outside the workspace; created where it does not exist. */
  shadow: string;
  /** As `locateWorkspace` gave it. */
  root: string;
  /** Every git that is started carries it in its environment as JUMAR_LOOP. */
  loop: string;
  signal?: AbortSignal;
  /** Ignored files that snapshots hold all the same, where they exist at the baseline. */
  keep?: Wanted;
}

/** The Workspace port over git, and what people and reports ask beside it. All of it rejects as the port does. */
export interface GitWorkspace extends Workspace {
  snapshot(name: string, parent: string | null): Promise<Snapshot>;
  /** Notes tell what had to be moved aside. */
  restore(commit: string): Promise<Restored>;
  changes(from: string, to: string): Promise<Changes>;
  diffText(from: string, to: string, options?: DiffOptions): Promise<string>;
  /** As `git apply` takes it. */
  patch(from: string, to: string): Promise<Buffer>;
  /** Every file that differs, with mode and blob on both sides. */
  entries(from: string, to: string): Promise<ChangedEntry[]>;
  blob(id: string): Promise<Buffer>;
  /** Null where the snapshot has no such file. */
  fileAt(commit: string, path: string | Buffer): Promise<Buffer | null>;
  exportTree(commit: string, folder: string): Promise<void>;
  /** Every file of a snapshot, relative to the root; names that are no UTF-8 are left out. */
  paths(commit: string): Promise<string[]>;
  /** Every file that is not the same in all of these trees, with its blob in each. */
  versions(trees: readonly string[]): Promise<FileVersions[]>;
  /** What blobs hold; null for one that is binary or longer than `maxBytes`. */
  texts(blobs: readonly string[], maxBytes: number): Promise<Map<string, string | null>>;
  sizes(blobs: readonly string[]): Promise<Map<string, number>>;
  /** The same, each with git's name for its content. */
  blobs(commit: string): Promise<Record<string, string>>;
  listSnapshots(loop: string): Promise<StoredSnapshot[]>;
  /** Names are the part after the loop. The caller holds the workspace's lock. */
  deleteSnapshots(loop: string, keep: readonly string[]): Promise<void>;
  /** Removes what a killed git left behind. The caller holds the workspace's lock and has ended that git. */
  clearLocks(): Promise<void>;
  /** Keeps what only the user's local repository holds; cheap when nothing moved since the last call. */
  protectHistory(loop: string, label: string): Promise<ProtectedHistory>;
  refsNow(): Promise<References>;
  /** Files that the snapshot's rules ignore, that it does not hold, and that are wanted all the same. */
  strangers(commit: string, wanted: Wanted): Promise<string[]>;
}

export async function openWorkspace(options: WorkspaceOptions): Promise<GitWorkspace> {
  const env = { [LOOP_MARKER]: options.loop };
  const located = await withoutStrayRepository(options.root);
  assertOutside(options.shadow, located.root);
  const user = openUser(located, env, options.signal);
  const shadow = await explained('opening the shadow repository', () =>
    openShadow({
      shadowDir: options.shadow,
      root: located.root,
      env,
      ...(located.git && { objectFormat: located.git.objectFormat }),
      ...(options.signal && { signal: options.signal }),
    }),
  );
  const parts = {
    shadow,
    user,
    index: openIndex(shadow),
    kept: new Set<string>(),
    ...(options.keep && { keep: options.keep }),
  };
  const history = openHistory(shadow, user);

  // One index: what writes it takes turns.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(doing: string, work: () => Promise<T>): Promise<T> => {
    const turn = last.then(() => explained(doing, work));
    last = turn.catch(() => {});
    return turn;
  };

  return {
    snapshot: (name, parent) =>
      inTurn(`taking snapshot ${name}`, async () => {
        assertThere(located.root);
        return await takeSnapshot(parts, name, parent);
      }),
    restore: (commit) =>
      inTurn(`restoring snapshot ${commit}`, async () => {
        assertThere(located.root);
        return await restoreSnapshot(parts, commit);
      }),
    differences: (from, to) => explained('comparing snapshots', () => treeDifferences(shadow, from, to)),
    amend: (name, commit, base, paths) =>
      inTurn(`amending snapshot ${name}`, () => amendSnapshot(parts, name, commit, base, paths)),
    keepAsLeft: (name, paths) =>
      explained('keeping what was undone', async () => keepAsLeft(located.root, name, paths)),
    locks: (commit) => explained('reading lock files', () => lockFingerprint(shadow, commit)),
    branches: () => explained('reading your branches', () => branchesNow(user)),
    keepIndex: async (target) => {
      keepStash(user, stashBeside(target));
      return keepIndex(user, target);
    },
    indexSince: (kept) => explained('reading your index', () => indexSince(user, kept)),
    committedSince: (commit, paths) => explained('reading your commits', () => committedSince(user, commit, paths)),
    moveBack: (moved, index) => explained('moving your branches back', () => moveBack(user, moved, index)),
    strangers: (commit, wanted) =>
      explained('looking for ignored files', async () => {
        const record = await readRecord(shadow, commit);
        const scope = loadScope(shadow, record.scope);
        const known = new Set(scope.tracked);
        const all = await ignoredFiles(shadow, [...scope.frozen, ...record.added], wanted);
        return all.filter((path) => !known.has(path)).map(display);
      }),
    changes: (from, to) => explained('comparing snapshots', () => changesBetween(shadow, from, to)),
    diffText: (from, to, how) => explained('comparing snapshots', () => diffText(shadow, from, to, how)),
    patch: (from, to) => explained('comparing snapshots', () => patchBetween(shadow, from, to)),
    entries: (from, to) => explained('comparing snapshots', () => changedEntries(shadow, from, to)),
    blob: (id) =>
      explained('reading a file of a snapshot', async () => (await shadow.run(['cat-file', 'blob', id])).stdout),
    fileAt: (commit, path) => explained('reading a file of a snapshot', () => fileAt(shadow, commit, path)),
    exportTree: (commit, folder) => explained('exporting a snapshot', () => exportTree(shadow, commit, folder)),
    paths: (commit) => explained('listing a snapshot', () => pathsIn(shadow, commit)),
    versions: (trees) => explained('comparing snapshots', () => versionsOf(shadow, trees)),
    texts: (blobs, maxBytes) => explained('reading files of snapshots', () => blobTexts(shadow, blobs, maxBytes)),
    sizes: (blobs) => explained('reading files of snapshots', () => blobSizes(shadow, blobs)),
    blobs: (commit) => explained('listing a snapshot', () => blobsIn(shadow, commit)),
    listSnapshots: (loop) => explained('listing snapshots', () => listSnapshots(shadow, loop)),
    deleteSnapshots: (loop, keep) =>
      inTurn('deleting snapshots', async () => {
        parts.kept.clear();
        await deleteSnapshots(shadow, loop, keep);
      }),
    clearLocks: () => inTurn('clearing locks', () => shadow.clearLocks()),
    protectHistory: (loop, label) => inTurn('keeping your history', () => history.protect(loop, label)),
    refsNow: () => explained('reading your branches', () => history.refsNow()),
  };
}

/** The agent may have deleted the repository: then another, further up, is not the user's. */
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

/** Within the workspace the shadow repository would store itself, and the agent could delete it. */
function assertOutside(shadow: string, root: string): void {
  if (/^\.\.(\/|$)/.test(relative(root, shadow))) return;
  const message = `The snapshots would lie inside the workspace, in ${shadow}. Set JUMAR_HOME to a folder elsewhere.`;
  throw new WorkspaceError('unsafe-workspace', message);
}

function assertThere(root: string): void {
  let found: string | null = null;
  try {
    found = realpathSync(root);
  } catch {
    // Told below.
  }
  if (found !== root) {
    const what = found === null ? 'is gone' : `is now a way to ${found}`;
    throw new WorkspaceError('no-workspace', `The workspace ${root} ${what}. Put it back and resume.`);
  }
}
