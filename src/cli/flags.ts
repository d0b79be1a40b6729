import { chooseAgents } from '../agents/choose.ts';
import type { Layer } from '../config/layers.ts';
import type { Settings } from '../core/settings.ts';
import type { CommandContext } from './context.ts';

export interface LimitOptions {
  maxIterations?: number;
  timeout?: number;
  maxCost?: number;
  maxTokens?: number;
  maxAgentMinutes?: number;
}

export interface AgentOptions {
  agent?: string[];
  agentCommand?: string;
  model?: string;
  sandbox?: string;
  cleanRoom?: boolean;
}

/** The flags that are settings, as the layer above all others. A command on the command line is the agent that is meant. */
export function flagLayer(options: LimitOptions & AgentOptions): Layer {
  const { agent, agentCommand } = options;
  const given: [string, unknown][] = [
    ['limits.maxIterations', options.maxIterations],
    ['limits.timeoutMinutes', options.timeout],
    ['limits.maxCostUsd', options.maxCost],
    ['limits.maxTokens', options.maxTokens],
    ['limits.maxAgentMinutes', options.maxAgentMinutes],
    ['agent.names', agent ?? (agentCommand === undefined ? undefined : ['command'])],
    ['agent.command', agentCommand],
    ['agent.model', options.model],
    ['agent.sandbox', options.sandbox],
    ['agent.cleanRoom', options.cleanRoom],
  ];
  return { source: 'the command line', values: Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}

/** The settings with the agents that can be started, so that the log says which they are. */
export function withAgents(context: CommandContext, settings: Settings): Settings {
  const { names, notes } = chooseAgents(settings, context.env);
  for (const note of notes) context.stderr.write(`note: ${note}\n`);
  return { ...settings, agent: { ...settings.agent, names } };
}
