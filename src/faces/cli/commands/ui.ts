import type { CliCommand } from '../support/command.ts';
import { whole } from '../support/option-values.ts';

export const ui: CliCommand = {
  declare: (program) =>
    program
      .command('ui')
      .description('watch and control loops in a browser; Ctrl-C stops the server and no loop')
      .option('--port <n>', 'port to listen on (default: a free one)', whole)
      .option('--host <address>', 'address to listen on (default: 127.0.0.1, this machine alone)')
      .option('--open', 'open the page in the browser')
      .option('--read-only', 'show loops; refuse every action'),

  examples: [
    ['ui --open', 'opens the page in the browser'],
    ['ui --port 4400 --read-only', 'a fixed port; nothing can be changed'],
  ],

  async run(context, options: { port?: number; host?: string; open?: boolean; readOnly?: boolean }) {
    return (await import('../support/serve-page.ts')).servePage(context, options);
  },
};
