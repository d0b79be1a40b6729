import type { CliCommand } from '../../support/command.ts';
import { appContext } from '../../support/context.ts';
import { say } from '../../support/output.ts';
import { withJson } from '../../support/shared-options.ts';

export const check: CliCommand = {
  declare: (tasks) =>
    withJson(tasks.command('check'))
      .description('show what a list would run: checks, order, and what no machine can check. Starts nothing')
      .argument('<file>', 'Markdown, YAML or JSON'),

  examples: [['tasks check tasks.md'], ['tasks check prd.json --json']],

  async run(context, file: string, { json = false }: { json?: boolean }) {
    const [{ previewList }, { readListFile }, { previewText }] = await Promise.all([
      import('../../../../app/tasks/preview-list.ts'),
      import('../../support/run-tasks.ts'),
      import('../../../reports/tasks/preview.ts'),
    ]);
    const { tasks } = await readListFile(context, file);
    const preview = await previewList(appContext(context), tasks);
    if (json) context.stdout.write(`${JSON.stringify(preview, null, 2)}\n`);
    else say(context, previewText(preview));
    return preview.tasks.some(({ refused }) => refused !== null) ? 2 : 0;
  },
};
