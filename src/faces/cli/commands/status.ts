import type { CliCommand } from '../support/command.ts';
import { say } from '../support/output.ts';
import { withJson } from '../support/shared-options.ts';

export const status: CliCommand = {
  declare: (program) =>
    withJson(program.command('status')).description('show what a loop is doing and how far it is').argument('[loop]'),

  examples: [['status'], ['status fix-the-parser --json']],

  async run(context, loop: string | undefined, { json = false }: { json?: boolean }) {
    const { statusJson, statusText } = await import('../text/status.ts');
    if (json) {
      const { readLoop } = await import('../../../app/loop-reading.ts');
      context.stdout.write(statusJson(await readLoop(context, loop)));
    } else {
      const { readLoopStatus } = await import('../../../app/loop-status.ts');
      say(context, statusText(await readLoopStatus(context, loop), Date.now()));
    }
    return 0;
  },
};
