import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { adapters } from '../agents/index.ts';
import type { ProjectCommands } from '../core/criteria/project.ts';
import { detectProject } from '../project/detect.ts';
import { findProgram } from '../system/find-program.ts';
import { UsageError } from '../system/usage-error.ts';
import { writeInside } from '../system/write-inside.ts';
import { locateWorkspace } from '../workspace/locate.ts';
import type { AppContext } from './context.ts';
import { repairProblem } from './repair-fit.ts';

export interface ProjectFindings {
  root: string;
  commands: ProjectCommands;
  /** The names of the installed agents. */
  agents: string[];
  /** Whether the built-in agent can work on it. */
  canRepair: boolean;
}

/** Detects the project's commands and the installed agents. */
export async function findCommands(context: AppContext): Promise<ProjectFindings> {
  const { root, cwd } = await locateWorkspace(context.cwd);
  const installed = adapters.filter(
    ({ name, program }) => name !== 'repair' && program && findProgram(program, context.env),
  );
  return {
    root,
    commands: await detectProject(root, cwd),
    agents: installed.map(({ name }) => name),
    canRepair: (await repairProblem(root)) === null,
  };
}

const CONFIG = join('.jumar', 'config.yaml');

/** Writes the project's configuration; replaces an existing one only with `force`. Returns its name. */
export async function writeFirstConfig(root: string, text: string, force: boolean): Promise<string> {
  if (existsSync(join(root, CONFIG)) && !force)
    throw new UsageError(`${CONFIG} already exists`, 'jumar config set changes it; --force replaces it');
  const problem = await writeInside(root, CONFIG, text);
  if (problem) throw new UsageError(problem);
  return CONFIG;
}
