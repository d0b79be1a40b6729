import type { ListState } from '../../../../core/tasks/state.ts';
import type { CliCommand } from '../../support/command.ts';
import { appContext } from '../../support/context.ts';

function retryText({ tasks }: ListState, id: string): string {
  const one = tasks.find(({ task }) => task.id === id);
  const over = `jumar tasks retry ${id} --fresh starts over`;
  if (one?.status === 'finished') return `the change of ${id} is to be integrated again (${over})`;
  if (!one?.goesOn) return `${id} is to start over`;
  return `${id} is to go on${one.work ? ` with ${one.work.loop}` : ''} (${over})`;
}

export const retry: CliCommand = {
  declare: (tasks) =>
    tasks
      .command('retry')
      .description('give a failed or skipped task another go when the list is resumed')
      .argument('<task>')
      .argument('[list]')
      .option('--fresh', 'start over with a new loop, even if the last one could go on'),

  examples: [['tasks retry add-login-page'], ['tasks retry US-004 --fresh']],

  async run(context, task: string, list: string | undefined, { fresh = false }: { fresh?: boolean }) {
    const { retryTask } = await import('../../../../app/tasks/edit-list.ts');
    const state = await retryTask(appContext(context), { list, task, fresh });
    context.stdout.write(`${retryText(state, task)}; start with: jumar tasks resume ${state.id}\n`);
    return 0;
  },
};
