import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UsageError } from '../config/errors.ts';
import { commitMessage } from '../reporters/commit-message.ts';
import { executables } from '../toolchain/executables.ts';
import { commitChanges, type SnapshotChanges } from '../workspace/commit-changes.ts';
import { openWorkspace } from '../workspace/index.ts';
import { locateWorkspace } from '../workspace/locate.ts';
import type { CommandContext } from './context.ts';
import { type LoopReading, snapshotOf } from './loop-reading.ts';
import { mergeHint } from './merge-hint.ts';
import { deliver } from './output.ts';
import { noteOutputInside } from './output-inside.ts';

export { assertFits } from '../workspace/commit-changes.ts';
export { freeBranch } from '../workspace/free-branch.ts';

export async function assertRepository(root: string, instead: string): Promise<void> {
  const { git } = await locateWorkspace(root);
  if (git === null) throw new UsageError(`${root} is in no git repository`, `git init and commit once, or: ${instead}`);
}

/** What an iteration changed since the baseline. */
export async function changesOf({ entry, state }: LoopReading, n: number): Promise<SnapshotChanges> {
  const { shadow, root } = entry.project;
  const workspace = await openWorkspace({ shadow, root, loop: entry.id });
  const entries = await workspace.entries(snapshotOf(state, 0).commit, snapshotOf(state, n).commit);
  if (entries.length === 0) throw new UsageError(`iteration ${n} of ${entry.id} changed nothing`);
  return { entries, started: snapshotOf(state, 0).head?.commit ?? null, read: workspace.blob };
}

/** The same as a patch that `git apply` takes. */
export async function writePatch(context: CommandContext, reading: LoopReading, n: number, out: string | undefined) {
  const { entry, state } = reading;
  const { shadow, root } = entry.project;
  const workspace = await openWorkspace({ shadow, root, loop: entry.id });
  const patch = await workspace.patch(snapshotOf(state, 0).commit, snapshotOf(state, n).commit);
  if (patch.length === 0) throw new UsageError(`iteration ${n} of ${entry.id} changed nothing`);
  await deliver(context, patch, out);
  await noteOutputInside(context, state, out);
  return 0;
}

/** Commits it, onto a new branch or onto the one that is checked out, with a message that carries the receipt. */
export async function commitIteration(
  context: CommandContext,
  reading: LoopReading,
  n: number,
  branch: string | null,
  reason: string | null,
): Promise<void> {
  const { root } = reading.entry.project;
  const identity = Object.fromEntries(
    Object.entries(context.env).filter((entry): entry is [string, string] =>
      /^GIT_(?:AUTHOR|COMMITTER)_/.test(entry[0]),
    ),
  );
  const message = (tree: string) => commitMessage(reading.state, n, { reason, tree });
  const made = await commitChanges({ root, changes: await changesOf(reading, n), message, branch, identity });
  const { commit, unstaged } = made;
  const where = branch === null ? 'the current branch' : `the new branch ${branch}`;
  context.stdout.write(`iteration ${n} is commit ${commit.slice(0, 12)} on ${where}\n`);
  if (unstaged.length > 0)
    context.stdout.write(`  no longer staged, for it touches what was committed: ${unstaged.join(', ')}\n`);
  if (branch === null) return;
  const merge = await mergeHint(reading, branch, context.cwd).catch(() => `merge: git merge ${branch}`);
  context.stdout.write(`  look: git show ${branch}\n  ${merge}\n`);
}

/** Pushes the branch and opens a pull request, where GitHub's own command is there to do it. */
export async function openPullRequest(context: CommandContext, reading: LoopReading, n: number, branch: string) {
  const { root } = reading.entry.project;
  if (!executables([root], context.env.PATH ?? '')('gh'))
    throw new UsageError(
      'gh is not installed, so no pull request was opened',
      `git push -u origin ${branch}, then open it by hand`,
    );
  const run = promisify(execFile);
  const options = { cwd: root, env: context.env };
  const [title = '', , ...body] = commitMessage(reading.state, n).split('\n');
  try {
    await run('git', ['push', '-u', 'origin', branch], options);
    const args = ['pr', 'create', '--head', branch, '--title', title, '--body', body.join('\n')];
    context.stdout.write((await run('gh', args, options)).stdout);
  } catch (error) {
    throw new UsageError(
      `the pull request was not opened: ${(error as Error).message.trim()}`,
      `the branch ${branch} is there`,
    );
  }
}
