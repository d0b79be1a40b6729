import { UsageError } from '../../../system/usage-error.ts';
import type { ApplyOptions } from '../support/apply-iteration.ts';
import type { CliCommand } from '../support/command.ts';
import { splitTarget } from '../support/target.ts';

export const apply: CliCommand = {
  declare: (program) =>
    program
      .command('apply')
      .description('apply an iteration to the working tree (default: best), or commit its changes')
      .argument('[loop]')
      .argument('[iteration]')
      .option('--branch [name]', 'commit to a new branch; working tree and index stay unchanged')
      .option('--commit', 'commit to the current branch')
      .option('--patch', 'print a patch instead')
      .option('--out <file>', 'with --patch: write to this file')
      .option('--pr', 'with --branch: push and open a pull request with gh or glab')
      .option('--set-aside', 'apply the edits that a restore set aside to the working tree as it is')
      .option('--reason <text>', 'reason to record in the log'),

  examples: [
    ['apply', 'apply the best iteration to the working tree'],
    ['apply --branch fix-parser', 'commit to a new branch; the working tree stays unchanged'],
    ['apply --branch', 'the same, with a generated name'],
    ['apply --branch fix-parser --pr', 'and open a pull request with gh'],
    ['apply 2 --patch --out ../fix.patch'],
    ['apply --set-aside', 'bring back your edits that a restore set aside'],
  ],

  /** Applies to the working tree or to git (branch, commit, patch). Defaults to the best iteration. */
  async run(context, first: string | undefined, second: string | undefined, options: ApplyOptions) {
    const [{ refuseBeneathAgent }, { applyAsPatch, applySetAside, applyToGit, applyToTree }] = await Promise.all([
      import('../../../app/beneath-agent.ts'),
      import('../support/apply-iteration.ts'),
    ]);
    await refuseBeneathAgent(context, 'apply');
    const { loop, trees } = splitTarget([first, second]);
    const choose = (best: number | null) => {
      if (trees[0] !== undefined) return trees[0];
      if (best === null) throw new UsageError('no best iteration yet: nothing has been verified');
      return String(best);
    };
    const { branch, commit = false, patch = false, pr = false } = options;
    const ways = [branch !== undefined, commit, patch].filter(Boolean).length;
    if (ways > 1) throw new UsageError('--branch, --commit and --patch cannot be combined', 'choose one');
    if (options.out !== undefined && !patch) throw new UsageError('--out requires --patch', '--patch --out <file>');
    if (pr && branch === undefined) throw new UsageError('--pr requires --branch', '--branch <name> --pr');
    if (options.setAside && ways > 0)
      throw new UsageError('--set-aside applies to the working tree', 'leave --branch, --commit and --patch out');
    if (options.setAside) return applySetAside(context, loop, trees[0], options);
    if (patch) return applyAsPatch(context, loop, choose, options);
    return ways === 0 ? applyToTree(context, loop, choose, options) : applyToGit(context, loop, choose, options);
  },
};
