import { UsageError } from '../../../system/usage-error.ts';
import type { CliCommand } from '../support/command.ts';
import { say } from '../support/output.ts';
import { withJson } from '../support/shared-options.ts';
import { splitTarget } from '../support/target.ts';

interface ShowOptions {
  json?: boolean;
  prompt?: boolean;
  output?: boolean;
  checks?: boolean;
}

export const show: CliCommand = {
  declare: (program) =>
    withJson(program.command('show'))
      .description('show a loop iteration by iteration, or the prompt, output and checks of one iteration')
      .argument('[loop]')
      .argument('[iteration]')
      .option('--prompt', 'only the prompt of that iteration')
      .option('--output', "only the agent's full output")
      .option('--checks', 'only the full output of its checks and of the setup command'),

  examples: [
    ['show', 'the latest loop, iteration by iteration'],
    ['show 2', 'its iteration 2: prompt, output and checks'],
    ['show fix-the-parser 2 --output', "the agent's full output"],
    ['show 0 --checks', 'what the checks printed before any work'],
  ],

  async run(context, first: string | undefined, second: string | undefined, options: ShowOptions) {
    const { readLoop } = await import('../../../app/loop-reading.ts');
    const { loop, trees } = splitTarget([first, second]);
    const reading = await readLoop(context, loop);
    const [tree] = trees;
    if (tree !== undefined) {
      const { showIteration } = await import('../support/show-iteration.ts');
      return showIteration(context, reading, Number(tree), options);
    }
    if (options.prompt || options.output || options.checks)
      throw new UsageError('--prompt, --output and --checks need an iteration', 'jumar show <loop> 1 --prompt');
    const [{ completionReport }, { receiptOf }] = await Promise.all([
      import('../../reports/markdown.ts'),
      import('../../reports/receipt.ts'),
    ]);
    if (options.json) context.stdout.write(`${JSON.stringify(receiptOf(reading.state), null, 2)}\n`);
    else say(context, completionReport(reading.state));
    return 0;
  },
};
