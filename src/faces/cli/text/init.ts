import type { ProjectFindings } from '../../../app/find-commands.ts';
import { trialSeconds } from '../../../core/agents/repair-fit.ts';
import { defaultSettings } from '../../../core/state/settings.ts';

const REPAIR_SECONDS = trialSeconds(defaultSettings.repair.budgetSeconds);
const PARTS = ['test', 'lint', 'typecheck', 'build'] as const;

export function foundText({ commands, agents }: ProjectFindings): string {
  return [
    ...PARTS.map((name) => `  ${name.padEnd(10)} ${commands[name]?.command ?? 'not found'}\n`),
    `  ${'agents'.padEnd(10)} ${agents.join(', ') || 'none installed'}\n`,
  ].join('');
}

/** Commands that work here as they are, except for the task if no test command was found. */
export function startCommands({ commands: { test }, agents, canRepair }: ProjectFindings): string[] {
  const what = test ? `make ${test.command} pass` : 'what to do';
  const start = `  jumar ${JSON.stringify(what)}${test ? '' : ' --until "a command that must succeed"'}`;
  if (agents.length > 0) return [start];
  return [
    ...(canRepair
      ? [`${start} --agent repair    # built in: small repairs, if the tests take less than ${REPAIR_SECONDS} s`]
      : []),
    `${start} --agent-command "any agent; the prompt is on its stdin"`,
  ];
}

/** A config file with every line commented out; the examples are the commands found here. */
export function configText({ commands, agents: [agent], canRepair }: ProjectFindings): string {
  const criteria = PARTS.slice(0, 3).flatMap((name) => commands[name]?.command ?? []);
  return `# Settings of Jumar for this project; docs/configuration.md lists all, \`jumar config get\` shows the current ones.
# The environment (JUMAR_…) and flags override this file.

# verify:
#   criteria:            # what must hold if --until is not given
${(criteria.length > 0 ? criteria : ['npm test']).map((command) => `#     - ${JSON.stringify(command)}`).join('\n')}

# agent:
#   names:               # in order of preference; jumar doctor shows what is installed
#     - ${agent ?? (canRepair ? 'repair' : 'claude')}
#   timeoutMinutes: 30   # cancel a run after this long

# limits:
#   maxIterations: 10
#   timeoutMinutes: 60
`;
}
