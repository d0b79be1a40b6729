import type { CliCommand } from '../support/command.ts';

export const pause: CliCommand = {
  declare: (program) =>
    program
      .command('pause')
      .description('pause a running loop after its current iteration')
      .argument('[loop]')
      .option('--now', 'stop the agent immediately; its unfinished work is redone on resume'),

  examples: [
    ['pause', 'after its current iteration'],
    ['pause --now', 'immediately; the unfinished work is redone on resume'],
  ],

  async run(context, loop: string | undefined, { now = false }: { now?: boolean }) {
    const { pauseLoop } = await import('../../../app/pause-loop.ts');
    const id = await pauseLoop(context, { loop, now });
    const when = now ? 'now' : 'after its current iteration';
    context.stdout.write(`${id} pauses ${when}; continue with: jumar resume ${id}\n`);
    return 0;
  },
};
