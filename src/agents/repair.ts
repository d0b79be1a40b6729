import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { Criterion } from '../core/criterion.ts';
import { packageRoot } from '../package-root.ts';
import type { supervise as superviseRun } from '../process/supervise.ts';
import type { RepairContext } from '../repair/context.ts';
import type { Agent } from '../runner/ports.ts';
import { commandAgent } from './command.ts';

export interface RepairOptions {
  supervise: typeof superviseRun;
  /** The environment of the checks: it runs the same commands. */
  env: Readonly<Record<string, string>>;
  root: string;
  criteria: readonly Criterion[];
  /** A folder of the loop, outside the workspace. */
  memory: string;
  budgetSeconds: number;
}

/** The built-in agent: search-based repair in a process of its own, supervised like any other. */
export function repairAgent(options: RepairOptions): Agent {
  return {
    name: 'repair',
    async run(request, signal) {
      const contextFile = join(dirname(request.promptFile), 'repair.json');
      const context: RepairContext = {
        root: options.root,
        cwd: request.cwd,
        iteration: request.iteration,
        commands: [...new Set(options.criteria.flatMap((one) => ('command' in one ? [one.command] : [])))],
        protected: [],
        memory: options.memory,
        blockedFile: request.blockedFile,
        budgetMs: Math.min(options.budgetSeconds * 1000, request.remainingMs),
        workers: availableParallelism(),
      };
      await writeFile(contextFile, JSON.stringify(context));
      const env = { ...options.env, JUMAR_REPAIR_CONTEXT: contextFile };
      const agent = commandAgent(`"$JUMAR_REPAIR_NODE" "$JUMAR_REPAIR_PROGRAM"`, options.supervise, {
        ...env,
        JUMAR_REPAIR_NODE: process.execPath,
        JUMAR_REPAIR_PROGRAM: join(packageRoot(), 'dist', 'bin', 'repair.js'),
      });
      return agent.run({ ...request, settings: { ...request.settings, env: ['*'] } }, signal);
    },
  };
}
