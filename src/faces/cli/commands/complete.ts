import type { Command } from 'commander';
import type { CliCommand } from '../support/command.ts';

export const complete: CliCommand = {
  declare: (program) => program.command('complete', { hidden: true }).argument('[words...]'),
  examples: [],

  /** Called by the completion scripts on every Tab: one offer per line, with a tab before its description. */
  async run(context, words: readonly string[], _options: object, { parent }: Command) {
    const [{ offersFor }, { completionValues }] = await Promise.all([
      import('../support/completing.ts'),
      import('../support/completion-values.ts'),
    ]);
    const offers = parent ? await offersFor(parent, words, completionValues(context)) : [];
    const lines = offers.map(({ value, description = '' }) => `${value}\t${description.replace(/\s+/g, ' ')}\n`);
    context.stdout.write(lines.join(''));
    return 0;
  },
};
