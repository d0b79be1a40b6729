import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChangedEntry, Entry } from '../ports/workspace.ts';
import { git } from '../system/git.ts';
import { type BytePath, display, splitNul } from '../system/paths.ts';
import { advanceIndex } from './advance-index.ts';
import { carryOver, type Run, takeWhole } from './carry-over.ts';
import { WorkspaceError } from './errors.ts';

/** What changed between two snapshots, and a way to read them. */
export interface SnapshotChanges {
  entries: readonly ChangedEntry[];
  /** The commit of HEAD when the loop started; null if there was none. */
  started: string | null;
  read(blob: string): Promise<Buffer>;
}

export interface ChangesCommit {
  root: string;
  changes: SnapshotChanges;
  /** Writes the commit message for this tree. */
  message(tree: string): string;
  /** A branch to create, which must not exist; null for the current branch. */
  branch: string | null;
  /** The author, if the environment (GIT_AUTHOR_NAME, …) sets it; else git's configuration does, else it is Jumar. */
  identity: Readonly<Record<string, string>>;
  /** A file comes whole, with edits from before the loop, if they are in the lines that the loop changed; else that is refused. */
  takesOwnEdits?: boolean;
}

/**
 * Commits the changes between two snapshots onto the user's HEAD, on request, without edits that were uncommitted in
 * both, unless `takesOwnEdits` accepts them where they are in the lines that the loop changed. Uses a separate index, so the user's index and working tree do not change. On the current branch, the index then
 * gets the committed paths, and staged changes stay staged. Returns the commit, the paths that could not stay staged,
 * and those that came with the user's own edits.
 */
export async function commitChanges(
  options: ChangesCommit,
): Promise<{ commit: string; unstaged: string[]; withOwnEdits: string[] }> {
  const { root, message, branch, takesOwnEdits = false } = options;
  if (branch !== null) await assertNewBranch(root, branch);
  const how = { dry: false, takesOwnEdits };
  return besideIndex(options, how, async (run, head, tree, { scratch, withOwnEdits }) => {
    await refuseNothing(run, head, tree);
    const commit = text(await run(['commit-tree', tree, '-p', head, '-F', '-'], message(tree)));
    if (branch !== null) {
      await run(['update-ref', `refs/heads/${branch}`, commit, '0'.repeat(commit.length)]);
      return { commit, unstaged: [], withOwnEdits };
    }
    const move = () => run(['update-ref', '-m', 'jumar apply', 'HEAD', commit, head]);
    const unstaged = await advanceIndex(root, { run, scratch }, { head, commit }, move);
    return { commit, unstaged: unstaged.map(display), withOwnEdits };
  });
}

/** The changes as a commit on `onto` that no reference names; null if they change nothing there. Neither HEAD nor the index matters. */
export async function commitOnto(
  options: Pick<ChangesCommit, 'root' | 'changes' | 'identity'> & { onto: string; message: string },
): Promise<{ commit: string; tree: string } | null> {
  const { onto, message } = options;
  return besideIndex(options, { dry: false, onto }, async (run, head, tree) => {
    if (tree === text(await run(['rev-parse', `${head}^{tree}`]))) return null;
    return { commit: text(await run(['commit-tree', tree, '-p', head, '-F', '-'], message)), tree };
  });
}

/** Throws if `commitChanges` would fail; writes nothing into the user's repository. */
export async function assertFits(root: string, changes: SnapshotChanges): Promise<void> {
  await besideIndex({ root, changes, identity: {} }, { dry: true }, refuseNothing);
}

async function refuseNothing(run: Run, head: string, tree: string): Promise<void> {
  if (tree === text(await run(['rev-parse', `${head}^{tree}`])))
    throw new WorkspaceError('nothing-to-commit', 'HEAD already contains these changes: nothing to commit.');
}

/** Runs `work` with a separate index that contains HEAD, or another commit, and the changes. */
async function besideIndex<T>(
  { root, changes, identity }: Pick<ChangesCommit, 'root' | 'changes' | 'identity'>,
  { dry, onto = 'HEAD', takesOwnEdits = false }: { dry: boolean; onto?: string; takesOwnEdits?: boolean },
  work: (run: Run, head: string, tree: string, rest: { scratch: string; withOwnEdits: string[] }) => Promise<T>,
): Promise<T> {
  const scratch = await mkdtemp(join(tmpdir(), 'jumar-commit-'));
  const env = {
    ...(await identityFrom(root)),
    ...identity,
    GIT_INDEX_FILE: join(scratch, 'index'),
    ...(dry && (await scratchObjects(root, scratch))),
  };
  const run: Run = async (args, input) =>
    (await git(args, { cwd: root, userConfig: true, env, ...(input !== undefined && { input }) })).stdout;
  try {
    const head = text(
      await run(['rev-parse', '--verify', '--end-of-options', `${onto}^{commit}`]).catch(() => {
        throw new WorkspaceError('does-not-fit', `${root} has no commit yet. Commit once, then apply again.`);
      }),
    );
    await run(['read-tree', head]);
    const withOwnEdits = await applyChanges(run, changes, { head, scratch, takesOwnEdits });
    const tree = text(await run(['write-tree']));
    return await work(run, head, tree, { scratch, withOwnEdits });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Lets git use the identity of the user's configuration. Without one, the commit is Jumar's own: nobody is guessed. */
export async function identityFrom(root: string): Promise<Record<string, undefined>> {
  const unset = Object.fromEntries(IDENTITY.map((name) => [name, undefined]));
  const asked = ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT'].map((ident) =>
    git(['-c', 'user.useConfigOnly=true', 'var', ident], { cwd: root, userConfig: true, env: unset }),
  );
  return Promise.all(asked).then(
    () => unset,
    () => ({}),
  );
}

const IDENTITY = ['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_NAME', 'GIT_COMMITTER_EMAIL'];

/** Returns the paths that came whole, with the user's own edits. */
async function applyChanges(
  run: Run,
  { entries, started, read }: SnapshotChanges,
  { head, scratch, takesOwnEdits }: { head: string; scratch: string; takesOwnEdits: boolean },
): Promise<string[]> {
  const heads = entriesIn(await run(['ls-files', '-s', '-z']));
  // If that commit is gone, HEAD counts as moved.
  const then = entriesIn(started ? await run(['ls-tree', '-r', '-z', started]).catch(() => NONE) : NONE);
  const lines: { path: BytePath; entry: Entry | null }[] = [];
  const conflicts: string[] = [];
  const withOwnEdits: string[] = [];
  for (const changed of entries) {
    const sides = { head: heads.get(changed.path) ?? null, started: then.get(changed.path) ?? null };
    const tools = { run, read, scratch };
    const outcome = await carryOver(changed, sides, tools);
    if ('entry' in outcome) lines.push({ path: changed.path, entry: outcome.entry });
    else if (takesOwnEdits && sides.started?.object === sides.head?.object) {
      lines.push({ path: changed.path, entry: await takeWhole(changed, tools) });
      withOwnEdits.push(display(changed.path));
    } else conflicts.push(`${display(changed.path)} ${outcome.conflict}`);
  }
  if (conflicts.length > 0) throw new WorkspaceError('does-not-fit', refusal(conflicts));
  // Removals first: a file may become a folder.
  const sorted = lines.sort((a, b) => Number(a.entry !== null) - Number(b.entry !== null));
  const nothing = `0 ${'0'.repeat(head.length)}`;
  const input = sorted.map(({ path, entry }) => `${entry ? `${entry.mode} ${entry.object}` : nothing}\t${path}\0`);
  await run(['update-index', '-z', '--index-info'], Buffer.from(input.join(''), 'latin1')).catch((error: Error) => {
    throw new WorkspaceError('does-not-fit', refusal([error.message]));
  });
  return withOwnEdits;
}

const NONE = Buffer.alloc(0);

/** Parses `ls-files -s` and `ls-tree`, whose formats differ by one word. */
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
    `The changes conflict with HEAD: ${conflicts.slice(0, 5).join(', ')}${more}. If that is your own edit from before the ` +
    'loop, restore it with "jumar rollback 0", commit it, and apply again; --patch prints the changes for merging by hand.'
  );
}

/** Writes objects to the scratch folder and reads the user's. */
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
    throw new WorkspaceError('does-not-fit', `'${branch}' is not a valid branch name.`);
  if ((await git(['show-ref', '--verify', '-q', `refs/heads/${branch}`], options)).code === 0)
    throw new WorkspaceError('does-not-fit', `The branch ${branch} already exists. Choose another with --branch.`);
}
