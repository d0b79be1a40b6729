import { UsageError } from '../../../system/usage-error.ts';
import type { CliCommand } from '../support/command.ts';
import type { MarkOptions } from '../support/mark-alerts.ts';

export const alertsMark: CliCommand = {
  declare: (alerts) =>
    alerts
      .command('mark')
      .description('mark an alert as a false positive: it stops blocking and counts towards the false-positive rate')
      .argument('<id...>', 'alert ids from `jumar alerts`, or prefixes of them')
      .option('--false-positive', 'mark as a false positive')
      .option('--undo', 'remove an earlier mark: the alert counts again')
      .option('--reason <text>', 'reason to record in the log')
      .option('--suppress', 'also disable the pattern for that file, in .jumar/patterns/suppressions.yaml')
      .option('--loop <loop>', 'loop id (default: the latest loop)'),

  examples: [['alerts mark 3f2a --false-positive --reason "renamed on purpose"'], ['alerts mark 3f2a --undo']],

  async run(context, ids: readonly string[], options: MarkOptions) {
    const [{ refuseBeneathAgent }, { recordMarks }] = await Promise.all([
      import('../../../app/beneath-agent.ts'),
      import('../support/mark-alerts.ts'),
    ]);
    await refuseBeneathAgent(context, 'alerts mark');
    const { falsePositive = false, undo = false, suppress = false } = options;
    if (falsePositive === undo)
      throw new UsageError(
        'pass --false-positive or --undo',
        `jumar alerts mark ${ids.join(' ')} --false-positive, or --undo`,
      );
    if (undo && suppress)
      throw new UsageError(
        '--undo and --suppress cannot be combined',
        'remove the entry from .jumar/patterns/suppressions.yaml',
      );
    return recordMarks(context, ids, options);
  },
};
