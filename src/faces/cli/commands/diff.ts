import type { CliCommand } from '../support/command.ts';
import { splitTarget } from '../support/target.ts';

export const diff: CliCommand = {
  declare: (program) =>
    program
      .command('diff')
      .description('show the changes from baseline to best, or between two iterations')
      .argument('[loop]')
      .argument('[from]')
      .argument('[to]')
      .option('--stat', 'show only names and counts'),

  examples: [
    ['diff', 'the changes up to the kept iteration'],
    ['diff 1 3', 'from iteration 1 to 3'],
    ['diff fix-the-parser 0 2 --stat'],
  ],

  async run(context, first?: string, second?: string, third?: string, { stat = false }: { stat?: boolean } = {}) {
    const { readDiff } = await import('../../../app/read-diff.ts');
    const colour = Boolean(context.stdout.isTTY) && !context.env.NO_COLOR;
    const { from, to, text } = await readDiff(context, { ...splitTarget([first, second, third]), stat, colour });
    context.stdout.write(text || `no difference between ${from} and ${to}\n`);
    return 0;
  },
};
