import type { CliCommand } from '../../support/command.ts';
import { appContext } from '../../support/context.ts';
import { withListOptions } from '../../support/list-options.ts';
import type { ListOptions } from '../../support/run-tasks.ts';

export const run: CliCommand = {
  declare: (tasks) =>
    withListOptions(tasks.command('run'))
      .description('start a list: every task in a worktree, integrated once it is verified')
      .argument('<file>', 'Markdown, YAML or JSON')
      .option('--new', 'although an unfinished list of this file exists'),

  examples: [
    ['tasks run tasks.md'],
    ['tasks run tasks.md --jobs 4 --agent claude,codex --max-cost 20'],
    ['tasks run prd.json --agent-command ./agent.sh'],
  ],

  async run(context, file: string, options: ListOptions & { new?: boolean }) {
    const [{ startList }, { choicesIn, defaultChoices, readListFile }, { hostList }] = await Promise.all([
      import('../../../../app/tasks/run-list.ts'),
      import('../../support/run-tasks.ts'),
      import('../../support/host-list.ts'),
    ]);
    const read = await readListFile(context, file);
    const choices = { ...defaultChoices(), ...choicesIn(options) };
    const request = { ...read, choices, isNew: options.new === true };
    return hostList(context, options, (open) => startList(appContext(context), request, open));
  },
};
