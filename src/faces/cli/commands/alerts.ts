import type { CliCommand } from '../support/command.ts';
import { say } from '../support/output.ts';
import { withJson } from '../support/shared-options.ts';
import { alertsMark } from './alerts-mark.ts';

export const alerts: CliCommand = {
  declare: (program) =>
    withJson(program.command('alerts'))
      .description('list the alerts of a loop, which of them block, and the false-positive rate')
      .argument('[loop]'),

  examples: [['alerts'], ['alerts fix-the-parser --json']],

  async run(context, loop: string | undefined, { json = false }: { json?: boolean }) {
    const [{ readLoop }, { paintFor }, { alertsJson, alertsText }] = await Promise.all([
      import('../../../app/loop-reading.ts'),
      import('../../reports/paint.ts'),
      import('../text/alerts.ts'),
    ]);
    const { state } = await readLoop(context, loop);
    if (json) context.stdout.write(alertsJson(state));
    else say(context, alertsText(state, paintFor(context.stdout, context.env)));
    return 0;
  },

  beneath: [alertsMark],
};
