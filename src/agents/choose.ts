import { UsageError } from '../config/errors.ts';
import { suggest } from '../config/suggest.ts';
import type { Settings } from '../core/settings.ts';
import type { Adapter } from './adapter.ts';
import { adapterOf, adapters } from './index.ts';
import { locate } from './locate.ts';
import { hostOf } from './roster.ts';
import { sandboxProblem } from './sandbox/index.ts';

export interface Choice {
  /** In order of preference; all of them can be started. */
  names: string[];
  /** What people should hear of: an agent of the order that is not installed. */
  notes: string[];
}

/**
 * Which agents a loop uses: those that are named, else the command that is configured, else the first one installed.
 * Throws a UsageError where none can be started, or where what was asked for (sandbox, budget) cannot be had with them.
 */
export function chooseAgents(settings: Settings, env: NodeJS.ProcessEnv): Choice {
  const { names, command } = settings.agent;
  const wanted = names.length > 0 ? names : command ? ['command'] : firstInstalled(env);
  const found = wanted.map((name) => ({ name, problem: problemOf(name, settings, env) }));
  const usable = found.filter(({ problem }) => problem === null);
  const problems = found.flatMap(({ name, problem }) => (problem ? [`${name}: ${problem}`] : []));
  if (usable.length === 0) throw new UsageError(`no agent can be used (${problems.join('; ')})`, HINT);
  const agents = usable.map(({ name }) => adapterOf(name) as Adapter);
  refuseUnheld(settings, agents, env);
  return { names: usable.map(({ name }) => name), notes: problems.map((problem) => `left out — ${problem}`) };
}

const HINT = 'jumar doctor shows what is installed; --agent-command "<shell command>" runs anything';

function firstInstalled(env: NodeJS.ProcessEnv): string[] {
  const first = adapters.find(({ name, program }) => name !== 'repair' && program !== null && locate(program, env));
  if (first) return [first.name];
  throw new UsageError(
    'no agent was given, and none of the known ones is installed',
    `install one (${adapters.flatMap(({ name, program }) => (name === 'repair' ? [] : (program ?? []))).join(', ')}), pass --agent repair for the built-in one that searches for small repairs, or --agent-command "<shell command>"; jumar doctor shows what is missing`,
  );
}

function problemOf(name: string, { agent }: Settings, env: NodeJS.ProcessEnv): string | null {
  const adapter = adapterOf(name);
  if (!adapter) {
    const known = adapters.map((one) => one.name);
    const near = suggest(name, known);
    throw new UsageError(`there is no agent called '${name}'`, near ? `did you mean '${near}'?` : known.join(', '));
  }
  if (adapter.program === null) return agent.command?.trim() ? null : 'it needs --agent-command';
  return locate(adapter.program, env) ? null : `there is no program ${adapter.program} on the PATH`;
}

/** What cannot be had is refused, never silently dropped. */
function refuseUnheld({ agent, limits }: Settings, agents: readonly Adapter[], env: NodeJS.ProcessEnv): void {
  const sandbox = sandboxProblem(agent.sandbox, agents, hostOf(env));
  if (sandbox)
    throw new UsageError(`the sandbox '${agent.sandbox}' cannot be had: ${sandbox}`, '--sandbox none runs without one');
  const silent = agents.find(({ tellsTokens }) => !tellsTokens);
  if (silent && (limits.maxCostUsd !== undefined || limits.maxTokens !== undefined)) {
    throw new UsageError(
      `${silent.title} does not tell all that it spends, so --max-cost and --max-tokens cannot be held`,
      'use --max-agent-minutes',
    );
  }
  const open = agents.find(({ cleanRoom }) => !cleanRoom);
  if (agent.cleanRoom && open) {
    throw new UsageError(
      `--clean-room cannot be held with '${open.name}'`,
      'it works with claude, codex, gemini and opencode',
    );
  }
}
