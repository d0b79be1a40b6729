import type { PruneRequest } from '../../../app/prune-loops.ts';
import { plural } from '../../reports/format.ts';
import type { CliCommand } from '../support/command.ts';
import { positive } from '../support/option-values.ts';

export const prune: CliCommand = {
  declare: (program) =>
    program
      .command('prune')
      .description('remove snapshots of ended loops, except baseline, best, last and saved work')
      .option('--all', 'remove ended loops completely, including logs and reports')
      .option('--unfinished', 'also loops that have not ended, unless they run')
      .option('--set-aside', 'with --all: also loops with edits that were set aside and not applied since')
      .option('--older-than <days>', 'only loops that ended at least this long ago', positive),

  examples: [
    ['prune --older-than 30', 'snapshots of loops that ended a month ago'],
    ['prune --all', 'ended loops completely'],
    ['prune --unfinished --older-than 30', 'also loops that nobody resumed for a month'],
  ],

  async run({ env, cwd, stdout, stderr }, options: PruneRequest) {
    const { pruneLoops } = await import('../../../app/prune-loops.ts');
    const note = (text: string) => void stderr.write(`${text}\n`);
    const { pruned, all } = await pruneLoops({ env, cwd, note }, options);
    stdout.write(
      all === 0
        ? 'no loops in this workspace\n'
        : `pruned ${plural(pruned, 'loop')} of ${all}${options.unfinished ? '' : '; unfinished loops are not touched'}\n`,
    );
    return 0;
  },
};
