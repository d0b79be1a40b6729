import type { CliCommand } from '../support/command.ts';
import type { DemoOptions } from '../support/show-demo.ts';

export const demo: CliCommand = {
  declare: (program) =>
    program
      .command('demo')
      .description('run a real loop on a sample project in a temporary folder; needs no key and no network')
      .option('--cheat', 'use an agent that changes the checks instead of the code')
      .option('--plain', 'plain lines instead of the live view'),

  examples: [['demo'], ['demo --cheat', 'an agent that changes the checks is caught']],

  async run(context, options: DemoOptions) {
    return (await import('../support/show-demo.ts')).showDemo(context, options);
  },
};
