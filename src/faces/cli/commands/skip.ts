import type { CliCommand } from '../support/command.ts';

export const skip: CliCommand = {
  declare: (program) =>
    program
      .command('skip')
      .description("end the agent's run now and check what it has done so far; the loop goes on")
      .argument('[loop]'),

  examples: [['skip', 'the agent of the running loop']],

  async run(context, loop: string | undefined) {
    const { skipAgent } = await import('../../../app/skip-agent.ts');
    const id = await skipAgent(context, { loop });
    context.stdout.write(`${id} stops its agent and checks its work; watch it with: jumar attach ${id}\n`);
    return 0;
  },
};
