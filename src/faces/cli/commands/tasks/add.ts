import type { CliCommand } from '../../support/command.ts';
import { appContext } from '../../support/context.ts';
import { collect } from '../../support/option-values.ts';

interface AddOptions {
  list?: string;
  id?: string;
  until: string[];
  after: string[];
  only: string[];
}

export const add: CliCommand = {
  declare: (tasks) =>
    tasks
      .command('add')
      .description('add a task to a list')
      .argument('<title>')
      .option('--list <list>', 'the list (default: the latest)')
      .option('--id <id>', 'a short name (default: made of the title)')
      .option('-u, --until <criterion>', 'a check that must hold, repeatable', collect, [])
      .option('--after <task>', 'a task that must be integrated before, repeatable', collect, [])
      .option('--only <globs>', 'undo changes outside these files, repeatable', collect, []),

  examples: [['tasks add "Add a logout button" --until "npm test -- logout" --after add-login-page']],

  async run(context, title: string, { list, ...task }: AddOptions) {
    const { addTask } = await import('../../../../app/tasks/edit-list.ts');
    const { state, id } = await addTask(appContext(context), { list, title, ...task });
    context.stdout.write(`added ${id}; run it with: jumar tasks resume ${state.id}\n`);
    return 0;
  },
};
