import { chooseAgents } from '../agents/choose.ts';
import { UsageError } from '../config/errors.ts';
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

export interface GoalOptions {
  refine?: boolean;
  maximize?: string;
  minimize?: string;
}

export interface MeasuringOptions {
  cache?: boolean;
  coverage?: string;
}

/** The flags that are settings, as the layer above all others. A command on the command line is the agent that is meant. */
export function flagLayer(options: LimitOptions & AgentOptions & GoalOptions & MeasuringOptions): Layer {
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
    ['verify.cache', options.cache === false ? false : undefined],
    ['metrics.coverage', options.coverage],
  ];
  const values = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  return { source: 'the command line', values: { ...values, ...goalFlags(options) } };
}

function goalFlags({ refine, maximize, minimize }: GoalOptions): Record<string, unknown> {
  const given = [refine && '--refine', maximize && '--maximize', minimize && '--minimize'].filter(Boolean);
  if (given.length > 1) throw new UsageError(`${given.join(' and ')} exclude each other`, 'choose one goal');
  if (refine) return { 'goal.mode': 'refine' };
  const command = maximize ?? minimize;
  return command === undefined ? {} : { 'goal.mode': maximize ? 'maximize' : 'minimize', 'goal.command': command };
}

/** The settings with the agents that can be started, so that the log says which they are. */
export function withAgents(context: CommandContext, settings: Settings): Settings {
  const { names, notes } = chooseAgents(settings, context.env);
  for (const note of notes) context.stderr.write(`note: ${note}\n`);
  return { ...settings, agent: { ...settings.agent, names } };
}
