import type { CliCommand } from '../support/command.ts';

export const attach: CliCommand = {
  declare: (program) =>
    program
      .command('attach')
      .description("watch and control a loop that runs in another process; exits with the loop's exit code")
      .argument('[loop]')
      .option('--plain', 'plain lines instead of the live view')
      .option('-v, --verbose', 'with --plain: show details per iteration'),

  examples: [
    ['attach', 'the running loop here; q leaves it running'],
    ['attach fix-the-parser --plain', 'plain lines, no keys'],
  ],

  async run(context, loop: string | undefined, options: { plain?: boolean; verbose?: boolean }) {
    return (await import('../support/watch-loop.ts')).watchLoop(context, loop, options);
  },
};
