import type { CliCommand } from '../support/command.ts';
import { withJson } from '../support/shared-options.ts';
import { splitTarget } from '../support/target.ts';

export const prompt: CliCommand = {
  declare: (program) =>
    withJson(program.command('prompt'))
      .description('show the exact prompt of an iteration, past or next; token counts per part go to stderr')
      .argument('[loop]')
      .argument('[iteration]', 'default: the next one'),

  examples: [
    ['prompt', 'the prompt of the next iteration'],
    ['prompt fix-the-parser 2', 'the prompt of iteration 2'],
  ],

  /** Writes the exact prompt to stdout and its token counts to stderr. */
  async run(context, first: string | undefined, second: string | undefined, { json = false }: { json?: boolean }) {
    const [{ readPrompt }, { promptCosts, promptJson }] = await Promise.all([
      import('../../../app/read-prompt.ts'),
      import('../text/prompt.ts'),
    ]);
    const { loop, trees } = splitTarget([first, second]);
    const iteration = trees[0] === undefined ? undefined : Number(trees[0]);
    const reading = await readPrompt(context, { loop, iteration });
    if (json) context.stdout.write(promptJson(reading.loop, reading.prompt));
    else {
      context.stdout.write(reading.prompt.text);
      context.stderr.write(promptCosts(reading.prompt));
    }
    return 0;
  },
};
