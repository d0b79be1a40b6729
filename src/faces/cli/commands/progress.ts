import type { CliCommand } from '../support/command.ts';
import { say } from '../support/output.ts';

const show: CliCommand = {
  declare: (progress) =>
    progress.command('show').description('show what the next prompt says of earlier iterations').argument('[loop]'),

  examples: [['progress show']],

  async run(context, loop: string | undefined) {
    const [{ readLoop }, { progressText }, { ownStrategy }] = await Promise.all([
      import('../../../app/loop-reading.ts'),
      import('../../../core/progress/progress-text.ts'),
      import('../../../core/progress/own-strategy.ts'),
    ]);
    const { state } = await readLoop(context, loop);
    const text = progressText(state, await ownStrategy(state));
    say(context, text === '' ? `${state.id} has no progress yet\n` : text);
    return 0;
  },
};

const clear: CliCommand = {
  declare: (progress) =>
    progress
      .command('clear')
      .description('make the next prompt say nothing of the iterations so far; they stay in the log')
      .argument('[loop]'),

  examples: [['progress clear'], ['progress clear fix-the-parser']],

  async run(context, loop: string | undefined) {
    const { clearProgress } = await import('../../../app/clear-progress.ts');
    const { loop: id, count } = await clearProgress(context, loop);
    const what = count === 1 ? '1 iteration' : `${count} iterations`;
    context.stdout.write(`${id}: ${what} left out of the next prompt\n`);
    return 0;
  },
};

export const progress: CliCommand = {
  declare: (program) =>
    program.command('progress').description('what the next prompt says of earlier iterations of a loop'),
  examples: [
    ['progress show', 'of the latest loop'],
    ['progress clear', 'start the next prompt without it'],
  ],
  beneath: [show, clear],
};
