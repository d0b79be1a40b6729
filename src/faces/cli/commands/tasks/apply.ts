import type { CliCommand } from '../../support/command.ts';
import { appContext } from '../../support/context.ts';

export const apply: CliCommand = {
  declare: (tasks) =>
    tasks
      .command('apply')
      .description('merge the integrated tasks into your current branch, or open a pull request')
      .argument('[list]')
      .option('--ff-only', 'only if your branch has not moved on')
      .option('--tick', 'tick the boxes of the merged tasks in the Markdown file; otherwise it is never edited')
      .option('--pr', 'push the branch of the list and open a pull request with gh'),

  examples: [['tasks apply'], ['tasks apply --ff-only --tick'], ['tasks apply --pr']],

  async run(context, list: string | undefined, options: { ffOnly?: boolean; pr?: boolean; tick?: boolean }) {
    const { applyList } = await import('../../../../app/tasks/apply-list.ts');
    context.stdout.write(await applyList(appContext(context), { list, ...options }));
    return 0;
  },
};
