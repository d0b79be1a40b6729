import type { CliCommand } from '../../support/command.ts';
import { appContext } from '../../support/context.ts';
import { formatBy, formatOf, writeOutput } from '../../support/output.ts';

const endings = { md: 'md', html: 'html', json: 'json', xml: 'junit' };

export const report: CliCommand = {
  declare: (tasks) =>
    tasks
      .command('report')
      .description('write a report of a list: its tasks, their graph, their loops and checks, and the cost of each')
      .argument('[list]')
      .option('--format <format>', 'md, html, json or junit (default: from the extension of --out, else md)')
      .option('--out <file>', 'write to this file instead of stdout'),

  examples: [
    ['tasks report'],
    ['tasks report --out ../list.html', 'one page for any browser'],
    ['tasks report --out ../junit.xml'],
  ],

  async run(context, list: string | undefined, options: { format?: string; out?: string }) {
    const format = formatOf(options.format ?? formatBy(options.out, endings), ['md', 'html', 'json', 'junit']);
    const [{ readListHere }, { listReports }] = await Promise.all([
      import('../../../../app/tasks/read-list-here.ts'),
      import('../../../reports/tasks/list-reports.ts'),
    ]);
    await writeOutput(context, listReports[format](await readListHere(appContext(context), list)), options.out);
    return 0;
  },
};
