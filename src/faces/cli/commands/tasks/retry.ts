import type { CliCommand } from '../../support/command.ts';
import { appContext } from '../../support/context.ts';

export const retry: CliCommand = {
  declare: (tasks) =>
    tasks
      .command('retry')
      .description('give a failed or skipped task another go when the list is resumed')
      .argument('<task>')
      .argument('[list]')
      .option('--fresh', 'with a new loop, even if the last one could go on'),

  examples: [['tasks retry add-login-page'], ['tasks retry US-004 --fresh']],

  async run(context, task: string, list: string | undefined, { fresh = false }: { fresh?: boolean }) {
    const { retryTask } = await import('../../../../app/tasks/edit-list.ts');
    const state = await retryTask(appContext(context), { list, task, fresh });
    context.stdout.write(`${task} is to run again; start with: jumar tasks resume ${state.id}\n`);
    return 0;
  },
};
