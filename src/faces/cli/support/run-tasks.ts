import { readdir, readFile, stat } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { readTaskFiles } from '../../../app/tasks/formats/index.ts';
import type { ListChoices } from '../../../core/tasks/events.ts';
import type { Task } from '../../../core/tasks/task.ts';
import { UsageError } from '../../../system/usage-error.ts';
import type { CommandContext } from './context.ts';

export interface ListOptions {
  jobs?: number;
  maxCost?: number;
  attempts?: number;
  agent?: string[];
  agentCommand?: string;
  model?: string;
  sandbox?: string;
  setup?: string;
  agentSlots?: Record<string, number>;
  bakeOff?: string[];
  samples?: number;
  maxIterations?: number;
  timeout?: number;
  json?: boolean | undefined;
  plain?: boolean | undefined;
}

/** What was chosen on the command line; nothing for what was not. */
export function choicesIn(options: ListOptions): Partial<ListChoices> {
  const { jobs, attempts, model, sandbox, setup, maxIterations, agentSlots, bakeOff, samples } = options;
  const given = {
    ...{ jobs, attempts, model, sandbox, setup, maxIterations, agentSlots, bakeOff, samples },
    maxCostUsd: options.maxCost,
    agents: options.agent,
    agentCommand: options.agentCommand,
    timeoutMinutes: options.timeout,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

export function defaultChoices(): ListChoices {
  const gigabytes = totalmem() / 2 ** 30;
  return {
    jobs: Math.max(1, Math.min(2, availableParallelism(), Math.floor(gigabytes / 2))),
    attempts: 2,
    maxCostUsd: null,
    agents: null,
    agentCommand: null,
    model: null,
    sandbox: null,
    maxIterations: null,
    timeoutMinutes: null,
    setup: null,
    agentSlots: {},
    bakeOff: [],
    samples: 1,
    settings: {},
  };
}

/** The tasks of a file, and what it is called from the workspace. */
export async function readListFile(
  { cwd }: CommandContext,
  file: string,
): Promise<{ tasks: Task[]; source: string; name: string }> {
  const path = resolve(cwd, file);
  const read = (one: string) =>
    readFile(one, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(
        `cannot read ${relative(cwd, one) || '.'}: ${error.code ?? error.message}`,
        'name a file with tasks, or a folder with Markdown files: jumar tasks run tasks.md',
      );
    });
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const names = isFolder ? (await readdir(path)).filter((one) => /\.md$/i.test(one)).sort() : [''];
  const files = await Promise.all(
    names.map(async (one) => ({ text: await read(join(path, one)), name: isFolder ? one : relative(cwd, path) })),
  );
  const name = basename(path).replace(/\.\w+$/, '');
  return { tasks: readTaskFiles(files, relative(cwd, path)), source: path, name };
}
