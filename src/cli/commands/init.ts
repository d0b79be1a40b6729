import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../config/errors.ts';
import type { ProjectCommands } from '../../core/criteria/project.ts';
import { writeInside } from '../../store/write-inside.ts';
import { detectProject } from '../../toolchain/detect.ts';
import { executables } from '../../toolchain/executables.ts';
import { locateWorkspace } from '../../workspace/locate.ts';
import type { CommandContext } from '../context.ts';
import { say } from '../output.ts';

interface InitOptions {
  write?: boolean;
  force?: boolean;
}

const CONFIG = join('.jumar', 'config.yaml');
const AGENTS = ['claude', 'codex', 'gemini', 'opencode'];
const PARTS = ['test', 'lint', 'typecheck', 'build'] as const;

/** What was found here and how to begin. Jumar needs no configuration: a file is written only where that is asked for. */
export default async function init(context: CommandContext, options: InitOptions): Promise<number> {
  const { root, cwd } = await locateWorkspace(context.cwd);
  const project = await detectProject(root, cwd);
  const isProgram = executables([root], context.env.PATH ?? '');
  const agents = AGENTS.filter(isProgram);
  const tell = (text: string) => say(context, `${text}\n`);
  for (const name of PARTS) tell(`  ${name.padEnd(10)} ${project[name]?.command ?? 'not found'}`);
  tell(
    `  ${'agents'.padEnd(10)} ${agents.join(', ') || 'none of the known ones; any command works, and `--agent repair` needs none'}`,
  );
  if (options.write) {
    if (existsSync(join(root, CONFIG)) && !options.force)
      throw new UsageError(`${CONFIG} exists already`, 'jumar config set changes it; --force replaces it');
    const problem = await writeInside(root, CONFIG, configText(project, agents[0]));
    if (problem) throw new UsageError(problem);
    tell(`\nwrote ${CONFIG}; every line in it is a comment until you want it`);
  }
  const task = project.test ? `make ${project.test.command} pass` : 'fix the failing tests';
  tell(`\nbegin with\n  jumar ${JSON.stringify(task)}${agents.length > 0 ? '' : ' --agent-command "your-agent"'}`);
  if (!options.write) tell('keep settings for this project with\n  jumar init --write');
  return 0;
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
#   command: ${JSON.stringify(`${agent ?? 'your-agent'}${agent === 'claude' ? ' -p' : ''}`)}
#   timeoutMinutes: 30   # one run is cancelled after this long

# limits:
#   maxIterations: 10
#   timeoutMinutes: 60
`;
}
