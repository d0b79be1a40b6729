import { commitIteration, planCommit, readIteration, readPatch } from '../../../app/commit-iteration.ts';
import { noteOutputInside } from '../../../app/output-inside.ts';
import { openPullRequest } from '../../../app/pull-request.ts';
import { recoverSetAside } from '../../../app/recover-set-aside.ts';
import { restoreIteration } from '../../../app/restore-iteration.ts';
import { commitMessage } from '../../reports/commit-message.ts';
import { pullRequestText } from '../../reports/pull-request.ts';
import { restoredText } from '../text/restored.ts';
import { appContext, type CommandContext } from './context.ts';
import { writeOutput } from './output.ts';

export interface ApplyOptions {
  reason?: string;
  /** True if no name is given: Jumar chooses a free one. */
  branch?: string | true;
  commit?: boolean;
  patch?: boolean;
  pr?: boolean;
  out?: string;
  setAside?: boolean;
}

type Choose = (best: number | null) => string;

export async function applyToTree(
  context: CommandContext,
  loop: string | undefined,
  choose: Choose,
  { reason = null }: { reason?: string | null },
): Promise<number> {
  context.stdout.write(restoredText(await restoreIteration(context, { loop, choose, reason })));
  return 0;
}

export async function applySetAside(
  context: CommandContext,
  loop: string | undefined,
  name: string | undefined,
  { reason = null }: { reason?: string | null },
): Promise<number> {
  const recovered = await recoverSetAside(context, { loop, name, reason });
  context.stdout.write(
    `applied to the working tree: ${recovered.names.join(', ')}\n` +
      `  the previous files are saved; restore them with: jumar apply ${recovered.loop} ${recovered.savedAs}\n`,
  );
  return 0;
}

export async function applyAsPatch(
  context: CommandContext,
  loop: string | undefined,
  choose: Choose,
  { out }: ApplyOptions,
): Promise<number> {
  const { reading, iteration } = await readIteration(context, loop, choose);
  await writeOutput(context, await readPatch(reading, iteration), out);
  await noteOutputInside(appContext(context), reading.state, out);
  return 0;
}

/** Commits the iteration to a new branch or to the current one; the message contains the receipt. */
export async function applyToGit(
  context: CommandContext,
  loop: string | undefined,
  choose: Choose,
  options: ApplyOptions,
): Promise<number> {
  const { stdout } = context;
  const { commit: ontoCurrent = false, pr = false } = options;
  const reason = options.reason ?? null;
  const { reading, iteration } = await readIteration(context, loop, choose);
  const branchName = ontoCurrent ? null : (options.branch ?? null);
  const plan = await planCommit({ reading, iteration, branch: branchName, reason, flags: flagsOf(options), pr });
  const { id, project } = reading.entry;
  if (ontoCurrent) await applyToTree(context, id, () => String(iteration), { reason });

  const { branch } = plan;
  const made = await commitIteration(context, plan, commitMessage);
  if (made === null) {
    stdout.write(
      `HEAD already has all that iteration ${iteration} changed: there is nothing to commit, and no branch was made\n`,
    );
    return 0;
  }
  const { commit, unstaged, withOwnEdits, merge } = made;
  const where = branch === null ? 'the current branch' : `the new branch ${branch}`;
  stdout.write(`iteration ${iteration} is commit ${commit.slice(0, 12)} on ${where}\n`);
  if (withOwnEdits.length > 0)
    stdout.write(
      `  with your uncommitted edits from before the loop, which are in the same lines: ${withOwnEdits.join(', ')}\n`,
    );
  if (unstaged.length > 0) stdout.write(`  no longer staged, because the commit touches it: ${unstaged.join(', ')}\n`);
  if (branch === null) return 0;
  stdout.write(`  look: git show ${branch}\n  ${merge}\n`);
  const text = pullRequestText(reading.state, iteration, { commit, branch });
  if (pr) stdout.write(await openPullRequest(context, { root: project.root, branch, ...text }));
  return 0;
}

/** The flags as the user passed them, for a hint to run the command again. */
function flagsOf({ branch, commit, pr }: ApplyOptions): string {
  const branchFlag = branch === undefined ? '' : branch === true ? ' --branch' : ` --branch ${branch}`;
  return `${branchFlag}${commit ? ' --commit' : ''}${pr ? ' --pr' : ''}`;
}
