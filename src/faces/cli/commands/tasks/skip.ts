import type { CliCommand } from '../../support/command.ts';
import { appContext } from '../../support/context.ts';

export const skip: CliCommand = {
  declare: (tasks) =>
    tasks
      .command('skip')
      .description('leave a task out; tasks after it run as if it were done')
      .argument('<task>')
      .argument('[list]')
      .option('--reason <text>', 'reason to record in the log'),

  examples: [['tasks skip US-004 --reason "done by hand"']],

  async run(context, task: string, list: string | undefined, { reason }: { reason?: string }) {
    const { skipTask } = await import('../../../../app/tasks/edit-list.ts');
    const state = await skipTask(appContext(context), { list, task, reason: reason ?? null });
    context.stdout.write(`${task} is skipped; continue with: jumar tasks resume ${state.id}\n`);
    return 0;
  },
};
