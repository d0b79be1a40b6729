import type { CliCommand } from '../support/command.ts';
import { say } from '../support/output.ts';
import { withJson } from '../support/shared-options.ts';

export const status: CliCommand = {
  declare: (program) =>
    withJson(program.command('status')).description('show what a loop is doing and how far it is').argument('[loop]'),

  examples: [['status'], ['status fix-the-parser --json']],

  async run(context, loop: string | undefined, { json = false }: { json?: boolean }) {
    const [{ readLoop }, { statusJson, statusText }] = await Promise.all([
      import('../../../app/loop-reading.ts'),
      import('../text/status.ts'),
    ]);
    const reading = await readLoop(context, loop);
    if (json) context.stdout.write(statusJson(reading));
    else say(context, statusText(reading, Date.now()));
    return 0;
  },
};
