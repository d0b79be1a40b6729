import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkspaceError } from './errors.ts';
import { type GitOptions, git } from './git.ts';

export interface PatchCommit {
  root: string;
  patch: Buffer;
  message: string;
  /** A branch to make, which must not exist; null for the branch that is checked out. */
  branch: string | null;
  /** Who commits, where the environment says it (GIT_AUTHOR_NAME and the like) and not git's configuration. */
  identity: Readonly<Record<string, string>>;
}

/**
 * Commits a patch onto the user's HEAD, at the user's word. The commit is made beside the index and the working tree, so
 * neither changes; for the branch that is checked out, the index then takes the committed paths. Returns the commit.
 */
export async function commitPatch({ root, patch, message, branch, identity }: PatchCommit): Promise<string> {
  if (branch !== null) await assertNewBranch(root, branch);
  return besideIndex({ root, patch, identity }, async (run, head) => {
    const tree = await run(['write-tree']);
    const commit = await run(['commit-tree', tree, '-p', head, '-F', '-'], { input: message });
    if (branch !== null) await run(['update-ref', `refs/heads/${branch}`, commit, '0'.repeat(commit.length)]);
    else {
      const paths = await run(['diff-tree', '-r', '-z', '--name-only', '--no-renames', head, commit]);
      await run(['update-ref', '-m', 'jumar apply', 'HEAD', commit, head]);
      await git(['reset', '-q', '--pathspec-from-file=-', '--pathspec-file-nul'], {
        cwd: root,
        userConfig: true,
        input: paths,
      });
    }
    return commit;
  });
}

/** Refuses a patch that `commitPatch` would refuse, before anything else is done with it. */
export async function assertFits(root: string, patch: Buffer): Promise<void> {
  await besideIndex({ root, patch, identity: {} }, async () => {});
}

type Run = (args: readonly string[], options?: Partial<GitOptions>) => Promise<string>;

/** With an index of its own that holds HEAD and the patch. */
async function besideIndex<T>(
  { root, patch, identity }: Pick<PatchCommit, 'root' | 'patch' | 'identity'>,
  work: (run: Run, head: string) => Promise<T>,
): Promise<T> {
  const scratch = await mkdtemp(join(tmpdir(), 'jumar-commit-'));
  const run: Run = async (args, options = {}) => {
    const env = { ...identity, GIT_INDEX_FILE: join(scratch, 'index') };
    return (await git(args, { cwd: root, userConfig: true, env, ...options })).stdout.toString().trim();
  };
  try {
    const head = await run(['rev-parse', '--verify', 'HEAD^{commit}']).catch(() => {
      throw new WorkspaceError('does-not-fit', `${root} has no commit yet. Commit once, then apply again.`);
    });
    await run(['read-tree', head]);
    await run(['apply', '--cached', '--binary', '--whitespace=nowarn'], { input: patch }).catch((error: Error) => {
      const hint =
        'Either it is there already, or your branch differs from what the loop started from; --patch gives the changes for merging by hand.';
      throw new WorkspaceError('does-not-fit', `The changes do not fit onto HEAD (${error.message}). ${hint}`);
    });
    return await work(run, head);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function assertNewBranch(root: string, branch: string): Promise<void> {
  const options = { cwd: root, userConfig: true, accept: [0, 1, 128] };
  if ((await git(['check-ref-format', '--branch', branch], options)).code !== 0)
    throw new WorkspaceError('does-not-fit', `'${branch}' is not a name that git takes for a branch.`);
  if ((await git(['show-ref', '--verify', '-q', `refs/heads/${branch}`], options)).code === 0)
    throw new WorkspaceError('does-not-fit', `The branch ${branch} exists already. Name another with --branch.`);
}
