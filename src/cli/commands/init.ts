import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { adapters } from '../../agents/index.ts';
import { locate } from '../../agents/locate.ts';
import { UsageError } from '../../config/errors.ts';
import type { ProjectCommands } from '../../core/criteria/project.ts';
import { writeInside } from '../../store/write-inside.ts';
import { detectProject } from '../../toolchain/detect.ts';
import { locateWorkspace } from '../../workspace/locate.ts';
import type { CommandContext } from '../context.ts';
import { say } from '../output.ts';

interface InitOptions {
  write?: boolean;
  force?: boolean;
}

const CONFIG = join('.jumar', 'config.yaml');
const PARTS = ['test', 'lint', 'typecheck', 'build'] as const;

/** What was found here and how to begin. Jumar needs no configuration: a file is written only where that is asked for. */
export default async function init(context: CommandContext, options: InitOptions): Promise<number> {
  const { root, cwd } = await locateWorkspace(context.cwd);
  const project = await detectProject(root, cwd);
  const agents = adapters.filter(({ name, program }) => name !== 'repair' && program && locate(program, context.env));
  const tell = (text: string) => say(context, `${text}\n`);
  for (const name of PARTS) tell(`  ${name.padEnd(10)} ${project[name]?.command ?? 'not found'}`);
  tell(
    `  ${'agents'.padEnd(10)} ${agents.map(({ name }) => name).join(', ') || 'none of the known ones is installed'}`,
  );
  if (options.write) {
    if (existsSync(join(root, CONFIG)) && !options.force)
      throw new UsageError(`${CONFIG} exists already`, 'jumar config set changes it; --force replaces it');
    const problem = await writeInside(root, CONFIG, configText(project, agents[0]?.name));
    if (problem) throw new UsageError(problem);
    tell(`\nwrote ${CONFIG}; every line in it is a comment until you want it`);
  }
  tell(`\nbegin with\n${beginnings(project, agents.length > 0).join('\n')}`);
  if (!options.write) tell('keep settings for this project with\n  jumar init --write');
  return 0;
}

/** Commands that work as they stand here, but for the words that only a person has. */
function beginnings({ test }: ProjectCommands, hasAgent: boolean): string[] {
  const what = test ? `make ${test.command} pass` : 'what is to be done';
  const start = `  jumar ${JSON.stringify(what)}${test ? '' : ' --until "a command that must succeed"'}`;
  if (hasAgent) return [start];
  return [
    `${start} --agent repair    # built in, small repairs only`,
    `${start} --agent-command "any agent; the prompt is on its stdin"`,
  ];
}

/** Everything commented out: the defaults hold, and what was found is what a person would most likely set. */
function configText(project: ProjectCommands, agent: string | undefined): string {
  const criteria = PARTS.slice(0, 3).flatMap((name) => project[name]?.command ?? []);
  return `# Settings of Jumar for this project; docs/configuration.md has all of them, \`jumar config get\` what holds.
# The environment (JUMAR_…) and flags go before this file.

# verify:
#   criteria:            # what must hold where no --until is given
${(criteria.length > 0 ? criteria : ['npm test']).map((command) => `#     - ${JSON.stringify(command)}`).join('\n')}

# agent:
#   names:               # in order of preference; jumar doctor shows what is installed
#     - ${agent ?? 'repair'}
#   timeoutMinutes: 30   # one run is cancelled after this long

# limits:
#   maxIterations: 10
#   timeoutMinutes: 60
`;
}
