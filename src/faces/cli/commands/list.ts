import type { CliCommand } from '../support/command.ts';
import { say } from '../support/output.ts';
import { withJson } from '../support/shared-options.ts';

export const list: CliCommand = {
  declare: (program) =>
    withJson(program.command('list'))
      .description('list the loops of this workspace, latest first')
      .option('--all', 'include every workspace'),

  examples: [['list'], ['list --all --json']],

  async run(context, { all = false, json = false }: { all?: boolean; json?: boolean }) {
    const [{ listLoops }, { rowOf, tableOf }] = await Promise.all([
      import('../../../app/list-loops.ts'),
      import('../text/list.ts'),
    ]);
    const rows = (await listLoops(context, { all })).map(rowOf);
    if (json) context.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    else say(context, rows.length === 0 ? 'no loops yet; start one: jumar "make npm test pass"\n' : tableOf(rows));
    return 0;
  },
};
