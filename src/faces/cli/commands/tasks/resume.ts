import type { CliCommand } from '../../support/command.ts';
import { appContext } from '../../support/context.ts';
import { withListOptions } from '../../support/list-options.ts';
import type { ListOptions } from '../../support/run-tasks.ts';

export const resume: CliCommand = {
  declare: (tasks) =>
    withListOptions(tasks.command('resume'))
      .description('continue a list that was paused, interrupted or killed, or that has something to do again')
      .argument('[list]'),

  examples: [['tasks resume'], ['tasks resume --max-cost 40', 'beyond the budget that ended it']],

  async run(context, list: string | undefined, options: ListOptions) {
    const [{ resumeList }, { choicesIn }, { hostList }] = await Promise.all([
      import('../../../../app/tasks/run-list.ts'),
      import('../../support/run-tasks.ts'),
      import('../../support/host-list.ts'),
    ]);
    const request = { list, choices: choicesIn(options) };
    return hostList(context, options, (open) => resumeList(appContext(context), request, open));
  },
};
