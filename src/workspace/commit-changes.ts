import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { carryOver, type Run } from './carry-over.ts';
import type { ChangedEntry, Entry } from './changed-entries.ts';
import { WorkspaceError } from './errors.ts';
import { git } from './git.ts';
import { type BytePath, display, splitNul } from './paths.ts';
import { indexTo } from './staged-beside.ts';

/** What changed between two snapshots, and a way to read them. */
export interface SnapshotChanges {
  entries: readonly ChangedEntry[];
  /** The commit on which the user stood before; null where there was none. */
  started: string | null;
  read(blob: string): Promise<Buffer>;
}

export interface ChangesCommit {
  root: string;
  changes: SnapshotChanges;
  /** Of the tree that is committed. */
  message(tree: string): string;
  /** A branch to make, which must not exist; null for the branch that is checked out. */
  branch: string | null;
  /** Who commits, where the environment says it (GIT_AUTHOR_NAME and the like) and not git's configuration. */
  identity: Readonly<Record<string, string>>;
}

/**
 * Commits what changed between two snapshots onto the user's HEAD, at the user's word, without what was uncommitted in
 * both. The commit is made beside the index and the working tree, so neither changes; for the branch that is checked
 * out, the index then takes the committed paths, on which what was staged stays staged. Returns the commit, and the paths
 * of which it could not.
 */
export async function commitChanges(options: ChangesCommit): Promise<{ commit: string; unstaged: string[] }> {
  const { root, message, branch } = options;
  if (branch !== null) await assertNewBranch(root, branch);
  return besideIndex(options, false, async (run, head, tree, scratch) => {
    const commit = text(await run(['commit-tree', tree, '-p', head, '-F', '-'], message(tree)));
    if (branch !== null) {
      await run(['update-ref', `refs/heads/${branch}`, commit, '0'.repeat(commit.length)]);
      return { commit, unstaged: [] };
    }
    const move = () => run(['update-ref', '-m', 'jumar apply', 'HEAD', commit, head]);
    const unstaged = await indexTo(root, { run, scratch }, { head, commit }, move);
    return { commit, unstaged: unstaged.map(display) };
  });
}

/** Refuses what `commitChanges` would refuse, before anything else is done; writes nothing into the user's repository. */
export async function assertFits(root: string, changes: SnapshotChanges): Promise<void> {
  await besideIndex({ root, changes, identity: {} }, true, async () => {});
}

/** With an index of its own that holds HEAD and the changes. */
async function besideIndex<T>(
  { root, changes, identity }: Pick<ChangesCommit, 'root' | 'changes' | 'identity'>,
  dry: boolean,
  work: (run: Run, head: string, tree: string, scratch: string) => Promise<T>,
): Promise<T> {
  const scratch = await mkdtemp(join(tmpdir(), 'jumar-commit-'));
  const env = {
    ...identity,
    GIT_INDEX_FILE: join(scratch, 'index'),
    ...(dry && (await scratchObjects(root, scratch))),
  };
  const run: Run = async (args, input) =>
    (await git(args, { cwd: root, userConfig: true, env, ...(input !== undefined && { input }) })).stdout;
  try {
    const head = text(
      await run(['rev-parse', '--verify', 'HEAD^{commit}']).catch(() => {
        throw new WorkspaceError('does-not-fit', `${root} has no commit yet. Commit once, then apply again.`);
      }),
    );
    await run(['read-tree', head]);
    await layOver(run, changes, scratch);
    const tree = text(await run(['write-tree']));
    if (tree === text(await run(['rev-parse', `${head}^{tree}`])))
      throw new WorkspaceError('does-not-fit', 'HEAD holds these changes already: there is nothing to commit.');
    return await work(run, head, tree, scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function layOver(run: Run, { entries, started, read }: SnapshotChanges, scratch: string): Promise<void> {
  const heads = entriesIn(await run(['ls-files', '-s', '-z']));
  // A commit that is gone by now tells nothing: then HEAD counts as moved.
  const then = entriesIn(started ? await run(['ls-tree', '-r', '-z', started]).catch(() => NONE) : NONE);
  const lines: { path: BytePath; entry: Entry | null }[] = [];
  const conflicts: string[] = [];
  for (const changed of entries) {
    const sides = { head: heads.get(changed.path) ?? null, started: then.get(changed.path) ?? null };
    const outcome = await carryOver(changed, sides, { run, read, scratch });
    if ('conflict' in outcome) conflicts.push(`${display(changed.path)} ${outcome.conflict}`);
    else lines.push({ path: changed.path, entry: outcome.entry });
  }
  if (conflicts.length > 0) throw new WorkspaceError('does-not-fit', refusal(conflicts));
  // What goes makes way for what comes: a file may become a folder.
  const sorted = lines.sort((a, b) => Number(a.entry !== null) - Number(b.entry !== null));
  const input = sorted.map(({ path, entry }) => `${entry ? `${entry.mode} ${entry.object}` : NOTHING}\t${path}\0`);
  await run(['update-index', '-z', '--index-info'], Buffer.from(input.join(''), 'latin1')).catch((error: Error) => {
    throw new WorkspaceError('does-not-fit', refusal([error.message]));
  });
}

const NOTHING = `0 ${'0'.repeat(40)}`;

const NONE = Buffer.alloc(0);

/** Of `ls-files -s` and of `ls-tree`, which differ by a word. */
function entriesIn(listing: Buffer): Map<BytePath, Entry> {
  return new Map(
    splitNul(listing).map((row) => {
      const [, mode = '', object = '', path = ''] = /^(\d+) (?:\w+ )?([0-9a-f]{40,})(?: \d)?\t(.*)$/s.exec(row) ?? [];
      return [path, { mode, object }];
    }),
  );
}

function refusal(conflicts: readonly string[]): string {
  const more = conflicts.length > 5 ? ` and ${conflicts.length - 5} more` : '';
  return (
    `The changes do not fit onto HEAD: ${conflicts.slice(0, 5).join(', ')}${more}. Where that is your own edit from before the ` +
    'loop, bring it back by "jumar rollback 0", commit it, and apply again; --patch gives the changes for merging by hand.'
  );
}

/** Objects that are written go into the scratch folder, those of the user are read. */
async function scratchObjects(root: string, scratch: string): Promise<Record<string, string>> {
  const { stdout } = await git(['rev-parse', '--path-format=absolute', '--git-path', 'objects'], { cwd: root });
  const objects = join(scratch, 'objects');
  await mkdir(objects);
  return { GIT_OBJECT_DIRECTORY: objects, GIT_ALTERNATE_OBJECT_DIRECTORIES: text(stdout) };
}

const text = (output: Buffer) => output.toString().trim();

async function assertNewBranch(root: string, branch: string): Promise<void> {
  const options = { cwd: root, userConfig: true, accept: [0, 1, 128] };
  if ((await git(['check-ref-format', '--branch', branch], options)).code !== 0)
    throw new WorkspaceError('does-not-fit', `'${branch}' is not a name that git takes for a branch.`);
  if ((await git(['show-ref', '--verify', '-q', `refs/heads/${branch}`], options)).code === 0)
    throw new WorkspaceError('does-not-fit', `The branch ${branch} exists already. Name another with --branch.`);
}
