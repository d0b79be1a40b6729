import type { CliCommand } from '../../support/command.ts';
import type { InstallOptions } from '../../support/install-hook.ts';

export const install: CliCommand = {
  declare: (parent) =>
    parent
      .command('install')
      .description("add the judge to an agent's own hooks, and show what changes in its settings")
      .argument('<agent>', 'claude, codex or gemini')
      .option('--user', 'for all your projects (default)')
      .option('--project', 'for this project, for everyone who works on it')
      .option('--uninstall', 'take the hooks out again; whatever else you changed since stays')
      .option('--dry-run', 'show the change and write nothing'),

  examples: [
    ['hook install claude'],
    ['hook install codex --project'],
    ['hook install claude --uninstall', 'restores the settings file byte for byte'],
  ],

  async run(context, agent: string, options: InstallOptions) {
    const { installHook } = await import('../../support/install-hook.ts');
    return installHook(context, agent, options);
  },
};
