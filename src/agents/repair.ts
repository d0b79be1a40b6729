import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { Criterion } from '../core/criteria/criterion.ts';
import { oneLine } from '../core/text/one-line.ts';
import type { AgentEvent } from '../ports/activity.ts';
import type { AgentRequest } from '../ports/index.ts';
import type { RepairContext } from '../repair/index.ts';
import { packageRoot } from '../system/package-root.ts';
import { command } from './command.ts';
import type { Adapter, Exit, Verdict } from './contract/adapter.ts';
import type { RunProgress } from './contract/run-progress.ts';

/** What the built-in agent needs to know about its loop. */
export interface RepairLoop {
  /** The environment of the checks, because it runs the same commands. */
  env: Readonly<Record<string, string>>;
  root: string;
  criteria: readonly Criterion[];
  /** Globs relative to the root. */
  protect: readonly string[];
  /** A folder of this loop, outside the workspace. */
  memory: string;
  budgetSeconds: number;
}

/** It calls no model, so it costs nothing even if it is interrupted. */
const free: AgentEvent = {
  type: 'usage',
  id: null,
  total: true,
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  costUsd: 0,
};

/** The built-in agent: search-based repair in its own process, supervised like any other agent. */
export const repair: Adapter = {
  name: 'repair',
  title: 'the built-in repair agent',
  program: 'node',
  reportsTokens: true,
  cleanRoom: true,
  initialEvents: [free],
  probe: async () => ({
    path: process.execPath,
    version: null,
    signedIn: 'yes',
    note: 'built in; searches for small repairs, needs no model',
  }),
  plan: () => ({ problem: 'the built-in agent only runs in a loop' }),
  parse: (line) => [{ type: 'text', text: `${line}\n` }],
  finish,
};

/** Its last line says what it tried, and is how its run is described; why it is blocked is told by the loop. */
function finish(progress: RunProgress, exit: Exit): Verdict {
  const verdict = command.finish(progress, exit);
  const last = progress.text.trim().replace(/^\[[\d.]+ s\] /, '');
  return verdict.outcome === 'ok' && last !== '' && !last.startsWith('blocked: ')
    ? { ...verdict, reason: oneLine(last, MAX_REASON) }
    : verdict;
}

const MAX_REASON = 300;

/** The agent with the context of one run. */
export function repairIn(loop: RepairLoop, request: AgentRequest): Adapter {
  const file = join(dirname(request.outputFile), 'repair.json');
  const context: RepairContext = {
    root: loop.root,
    cwd: request.cwd,
    iteration: request.iteration,
    commands: [...new Set(loop.criteria.flatMap((one) => ('command' in one ? [one.command] : [])))],
    protected: [...loop.protect],
    memory: loop.memory,
    blockedFile: request.blockedFile,
    budgetMs: Math.max(1000, Math.min(loop.budgetSeconds * 1000, request.remainingMs)),
    workers: availableParallelism(),
  };
  return {
    ...repair,
    plan: ({ program }) => ({
      command: { file: program, args: [join(packageRoot(), 'dist', 'bin', 'repair.js')] },
      env: { ...loop.env, JUMAR_REPAIR_CONTEXT: file },
      stdin: null,
      streams: 'merged',
      files: [{ path: file, text: JSON.stringify(context) }],
      writable: [loop.memory],
      domains: [],
    }),
  };
}
