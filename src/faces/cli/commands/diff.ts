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
      .option('--stat', 'show only names and counts')
      .option('--set-aside', 'show what restores took out of the working tree and nobody applied since'),

  examples: [
    ['diff', 'the changes up to the kept iteration'],
    ['diff 1 3', 'from iteration 1 to 3'],
    ['diff fix-the-parser 0 2 --stat'],
    ['diff --set-aside', 'edits that a restore set aside'],
  ],

  async run(
    context,
    first?: string,
    second?: string,
    third?: string,
    { stat = false, setAside = false }: { stat?: boolean; setAside?: boolean } = {},
  ) {
    const { readDiff, readSetAside } = await import('../../../app/read-diff.ts');
    const colour = Boolean(context.stdout.isTTY) && !context.env.NO_COLOR;
    const target = splitTarget([first, second, third]);
    if (setAside && target.trees.length === 0) {
      const text = await readSetAside(context, { loop: target.loop, stat, colour });
      context.stdout.write(text || 'nothing is set aside\n');
      return 0;
    }
    const { from, to, text } = await readDiff(context, { ...target, stat, colour });
    context.stdout.write(text || `no difference between ${from} and ${to}\n`);
    return 0;
  },
};
