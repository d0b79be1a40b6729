import type { Command } from 'commander';
import { names, positive, whole } from './option-values.ts';

/** Options that several commands have. */

export interface LimitOptions {
  maxIterations?: number;
  timeout?: number;
  maxCost?: number;
  maxTokens?: number;
  maxAgentMinutes?: number;
}

export function withLimits(command: Command, iterations = '10', minutes = '60'): Command {
  return command
    .option('--max-iterations <n>', `stop after this many iterations (default: ${iterations})`, whole)
    .option('--timeout <minutes>', `stop after this much running time (default: ${minutes})`, positive)
    .option('--max-cost <usd>', 'stop when agents have spent this much', positive)
    .option('--max-tokens <n>', 'stop when agents have used this many tokens', whole)
    .option('--max-agent-minutes <minutes>', 'stop when agents have run for this long', positive);
}

export interface AgentOptions {
  agent?: string[];
  agentCommand?: string;
  model?: string;
  sandbox?: string;
  cleanRoom?: boolean;
}

export function withAgent(command: Command): Command {
  return command
    .option(
      '--agent <names>',
      'agents in order of preference, such as claude,codex; repair is built in (default: first installed)',
      names,
    )
    .option('--model <name>', 'model for the agent')
    .option('--sandbox <kind>', 'cell (default), none, agent (its own), bwrap or srt')
    .option('--clean-room', 'run the agent without your hooks, plugins and MCP servers');
}

export interface MeasuringOptions {
  cache?: boolean;
  coverage?: string;
}

export function withMeasuring(command: Command): Command {
  return command
    .option(
      '--coverage <mode>',
      'found: only read reports; auto: ask test runners; cheap (default): ask if the tests stay fast; off',
    )
    .option('--no-cache', 'run every command, ignoring cached results');
}

export function withJson(command: Command): Command {
  return command.option('--json', 'machine-readable output');
}

export function withFace(command: Command): Command {
  return command
    .option('-v, --verbose', 'show details per iteration, and as plain lines what agents and checks do and print')
    .option('--plain', 'plain lines instead of the live view, for screen readers and logs');
}

/** Maps options to the setting names that the app functions use. */
export function choicesOf(options: LimitOptions & AgentOptions & MeasuringOptions) {
  return {
    source: 'the command line',
    maxIterations: options.maxIterations,
    timeoutMinutes: options.timeout,
    maxCostUsd: options.maxCost,
    maxTokens: options.maxTokens,
    maxAgentMinutes: options.maxAgentMinutes,
    agents: options.agent,
    agentCommand: options.agentCommand,
    model: options.model,
    sandbox: options.sandbox,
    cleanRoom: options.cleanRoom,
    cache: options.cache,
    coverage: options.coverage,
  };
}
