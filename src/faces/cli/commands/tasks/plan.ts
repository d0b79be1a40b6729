import type { CliCommand } from '../../support/command.ts';
import { names, positive, whole } from '../../support/option-values.ts';
import type { PlanOptions } from '../../support/plan-tasks.ts';
import { withJson } from '../../support/shared-options.ts';

export const plan: CliCommand = {
  declare: (tasks) =>
    withJson(tasks.command('plan'))
      .description('ask an agent for a list of tasks, each with a check that fails now. Starts nothing')
      .argument('<goal>', 'what the list is for')
      .option('--out <file>', 'write the list to this file; otherwise it is only shown')
      .option('--agent <names>', 'agents in order of preference', names)
      .option('-a, --agent-command <command>', 'shell command that runs the agent; the prompt is on its stdin')
      .option('--model <name>', 'model for the agent')
      .option('--sandbox <kind>', 'cell (default), none, agent (its own), bwrap or srt')
      .option('--setup <command>', 'run before the checks, such as "npm ci"')
      .option('--attempts <n>', 'how often the agent may correct its list (default: 2)', whole)
      .option('--timeout <minutes>', 'of each answer', positive),

  examples: [
    ['tasks plan "let people sign in with a passkey"'],
    ['tasks plan "let people sign in with a passkey" --agent claude --out ../tasks.md'],
  ],

  async run(context, goal: string, options: PlanOptions) {
    const { planTasks } = await import('../../support/plan-tasks.ts');
    return planTasks(context, goal, options);
  },
};
