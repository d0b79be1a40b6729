import { UsageError } from '../../config/errors.ts';
import { refuseBeneathAgent } from '../beneath-agent.ts';
import type { CommandContext } from '../context.ts';
import { readLoop, splitTarget } from '../loop-reading.ts';
import { refuseHeldBack, restoreIteration } from '../restore-iteration.ts';

interface ApplyOptions {
  reason?: string;
  /** True where no name is given: one is chosen that is free. */
  branch?: string | true;
  commit?: boolean;
  patch?: boolean;
  pr?: boolean;
  out?: string;
}

/** Into the working tree, or into git: a branch, a commit, a patch. Without an iteration, the best one. */
export default async function apply(
  context: CommandContext,
  first: string | undefined,
  second: string | undefined,
  options: ApplyOptions,
): Promise<number> {
  await refuseBeneathAgent(context, 'apply');
  const { loop, trees } = splitTarget([first, second]);
  const choose = (best: number | null) => {
    if (trees[0] !== undefined) return trees[0];
    if (best === null) throw new UsageError('nothing has been verified yet, so there is no best iteration');
    return String(best);
  };
  const { branch: named, commit = false, patch = false, pr = false } = options;
  const ways = [named !== undefined, commit, patch].filter(Boolean).length;
  if (ways > 1) throw new UsageError('--branch, --commit and --patch exclude each other', 'choose one of them');
  if (options.out !== undefined && !patch) throw new UsageError('--out is for a patch', '--patch --out <file>');
  if (pr && named === undefined) throw new UsageError('a pull request needs a branch', '--branch <name> --pr');
  if (ways === 0) return restoreIteration(context, loop, choose, options.reason ?? null);

  const reading = await readLoop(context, loop);
  const chosen = choose(reading.state.best);
  if (!/^\d+$/.test(chosen)) throw new UsageError(`${chosen} is no iteration`, 'name an iteration by its number');
  const n = Number(chosen);
  const { assertFits, assertRepository, changesOf, commitIteration, freeBranch, openPullRequest, writePatch } =
    await import('../apply-to-git.ts');
  if (patch) return writePatch(context, reading, n, options.out);
  await assertRepository(reading.entry.project.root, `jumar apply ${reading.entry.id} ${n} --patch`);
  refuseHeldBack(reading.state, chosen, options.reason ?? null, flagsOf(options));
  if (commit) {
    await assertFits(reading.entry.project.root, await changesOf(reading, n));
    await restoreIteration(context, reading.entry.id, () => chosen, options.reason ?? null);
  }
  const branch = named === true ? await freeBranch(reading.entry.project.root, reading.entry.id) : named;
  await commitIteration(context, reading, n, branch ?? null, options.reason ?? null);
  if (pr && branch !== undefined) await openPullRequest(context, reading, n, branch);
  return 0;
}

/** As they were given, for a command that is to be given again. */
function flagsOf({ branch, commit, pr }: ApplyOptions): string {
  const named = branch === undefined ? '' : branch === true ? ' --branch' : ` --branch ${branch}`;
  return `${named}${commit ? ' --commit' : ''}${pr ? ' --pr' : ''}`;
}
