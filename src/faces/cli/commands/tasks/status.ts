import type { CliCommand } from '../../support/command.ts';
import { appContext } from '../../support/context.ts';
import { say, textSize } from '../../support/output.ts';
import { withJson } from '../../support/shared-options.ts';

export const status: CliCommand = {
  declare: (tasks) =>
    withJson(tasks.command('status')).description('where every task of a list stands').argument('[list]'),

  examples: [['tasks status'], ['tasks status --json']],

  async run(context, list: string | undefined, { json = false }: { json?: boolean }) {
    const [{ readListHere }, { listJson }, { listStatusText }, { paintFor }] = await Promise.all([
      import('../../../../app/tasks/read-list-here.ts'),
      import('../../../reports/tasks/list-json.ts'),
      import('../../../reports/tasks/list-table.ts'),
      import('../../../reports/paint.ts'),
    ]);
    const reading = await readListHere(appContext(context), list);
    const look = { columns: textSize(context).columns, paint: paintFor(context.stdout, context.env) };
    if (json) context.stdout.write(`${JSON.stringify(listJson(reading), null, 2)}\n`);
    else say(context, listStatusText(reading, look));
    return 0;
  },
};
