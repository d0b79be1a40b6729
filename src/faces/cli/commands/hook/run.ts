import type { CliCommand } from '../../support/command.ts';

export const run: CliCommand = {
  declare: (parent) =>
    parent
      .command('run')
      .description('what an agent calls: reads its JSON from stdin and prints the answer')
      .argument('<agent>', 'claude, codex or gemini')
      // An agent takes the exit code of a usage error for a reason to go on working.
      .allowUnknownOption()
      .allowExcessArguments(),

  examples: [['hook run claude', 'with the JSON of the call on stdin']],

  async run(context, agent: string) {
    const { answerHook } = await import('../../support/answer-hook.ts');
    return answerHook(context, agent);
  },
};
