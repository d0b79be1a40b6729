import type { Settings } from '../core/state/settings.ts';
import { suggest } from '../core/text/nearest.ts';
import { findProgram } from '../system/find-program.ts';
import { UsageError } from '../system/usage-error.ts';
import type { Adapter } from './contract/adapter.ts';
import { adapterOf, adapters } from './index.ts';
import { hostOf } from './roster.ts';
import { sandboxProblem } from './sandbox/index.ts';

export interface Choice {
  /** In order of preference. All of them can be started. */
  names: string[];
  /** For the user: requested agents that are not installed. */
  notes: string[];
}

/**
 * Which agents a loop uses: those that are named, else the configured command, else the first one installed.
 * Throws a UsageError if none can be started, or if a requested feature (sandbox, budget) is unavailable with them.
 */
export function chooseAgents(settings: Settings, env: NodeJS.ProcessEnv): Choice {
  const { names, command } = settings.agent;
  const requested = names.length > 0 ? names : command ? ['command'] : firstInstalled(env);
  const candidates = requested.map((name) => ({ name, problem: problemOf(name, settings, env) }));
  const usable = candidates.filter(({ problem }) => problem === null);
  const problems = candidates.flatMap(({ name, problem }) => (problem ? [`${name}: ${problem}`] : []));
  if (usable.length === 0) throw new UsageError(`no agent available (${problems.join('; ')})`, HINT);
  const agents = usable.map(({ name }) => adapterOf(name) as Adapter);
  checkRequirements(settings, agents, env);
  return { names: usable.map(({ name }) => name), notes: problems.map((problem) => `skipped — ${problem}`) };
}

const HINT = 'jumar doctor shows what is installed; --agent-command "<shell command>" runs anything';

function firstInstalled(env: NodeJS.ProcessEnv): string[] {
  const first = adapters.find(
    ({ name, program }) => name !== 'repair' && program !== null && findProgram(program, env),
  );
  if (first) return [first.name];
  throw new UsageError(
    'no agent given, and none installed',
    `install one (${adapters.flatMap(({ name, program }) => (name === 'repair' ? [] : (program ?? []))).join(', ')}), pass --agent repair (built in, small repairs in JavaScript, TypeScript and Python), or --agent-command "<shell command>"; jumar doctor shows what is missing`,
  );
}

function problemOf(name: string, { agent }: Settings, env: NodeJS.ProcessEnv): string | null {
  const adapter = adapterOf(name);
  if (!adapter) {
    const agentNames = adapters.map((one) => one.name);
    const near = suggest(name, agentNames);
    throw new UsageError(
      `there is no agent called '${name}'`,
      near ? `did you mean '${near}'?` : agentNames.join(', '),
    );
  }
  if (adapter.program === null) return agent.command?.trim() ? null : 'it needs --agent-command';
  return findProgram(adapter.program, env) ? null : `${adapter.program} is not on the PATH`;
}

/** Throws if the agents cannot provide a requested feature: nothing is silently dropped. */
function checkRequirements({ agent, limits }: Settings, agents: readonly Adapter[], env: NodeJS.ProcessEnv): void {
  const sandbox = sandboxProblem(agent.sandbox, agents, hostOf(env));
  if (sandbox)
    throw new UsageError(
      `the sandbox '${agent.sandbox}' is not available: ${sandbox}`,
      '--sandbox none runs without one',
    );
  const unmetered = agents.find(({ reportsTokens: tellsTokens }) => !tellsTokens);
  if (unmetered && (limits.maxCostUsd !== undefined || limits.maxTokens !== undefined)) {
    throw new UsageError(
      `${unmetered.title} does not report all its spending, so --max-cost and --max-tokens cannot be enforced`,
      'use --max-agent-minutes',
    );
  }
  const withoutCleanRoom = agents.find(({ cleanRoom }) => !cleanRoom);
  if (agent.cleanRoom && withoutCleanRoom) {
    throw new UsageError(
      `--clean-room does not work with '${withoutCleanRoom.name}'`,
      'it works with claude, codex, gemini and opencode',
    );
  }
}
