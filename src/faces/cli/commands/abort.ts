import { UsageError } from '../../../system/usage-error.ts';
import type { CliCommand } from '../support/command.ts';

interface AbortOptions {
  revert?: boolean;
  keepChanges?: boolean;
  reason?: string;
}

export const abort: CliCommand = {
  declare: (program) =>
    program
      .command('abort')
      .description('end a loop permanently')
      .argument('[loop]')
      .option('--keep-changes', 'leave the working tree as it is (default)')
      .option('--revert', 'restore the working tree to its state before the loop')
      .option('--reason <text>', 'reason to record in the log'),

  examples: [
    ['abort', 'keeps the working tree as it is'],
    ['abort --revert', 'restores it to its state before the loop'],
    ['abort --reason "the task was wrong"'],
  ],

  async run(context, loop: string | undefined, { revert, keepChanges, reason }: AbortOptions) {
    if (revert && keepChanges) throw new UsageError('--revert and --keep-changes cannot be combined');
    const { endLoop } = await import('../support/end-loop.ts');
    return endLoop(context, { loop, revert, reason });
  },
};
