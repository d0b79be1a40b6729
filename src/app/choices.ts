import { relative } from 'node:path';
import type { Layer, Tree } from '../config/layers.ts';
import { fromFolder } from '../system/path-rules.ts';
import { UsageError } from '../system/usage-error.ts';

export interface LimitChoices {
  maxIterations?: number | undefined;
  timeoutMinutes?: number | undefined;
  maxCostUsd?: number | undefined;
  maxTokens?: number | undefined;
  maxAgentMinutes?: number | undefined;
}

export interface AgentChoices {
  /** Names in order of preference. */
  agents?: readonly string[] | undefined;
  /** A shell command; the prompt is on its stdin. */
  agentCommand?: string | undefined;
  model?: string | undefined;
  sandbox?: string | undefined;
  /** Run the agent without the user's own hooks, plugins and MCP servers. */
  cleanRoom?: boolean | undefined;
}

export interface GoalChoices {
  /** Continue after the checks pass, as long as the quality score rises. */
  refine?: boolean | undefined;
  /** A command whose number should rise, or fall, while the checks pass. */
  maximize?: string | undefined;
  minimize?: string | undefined;
}

export interface MeasuringChoices {
  /** False: run every command, even if its results for this tree are cached. */
  cache?: boolean | undefined;
  coverage?: string | undefined;
}

export interface JudgingChoices {
  /** Globs relative to the caller's folder, separated by commas. */
  only?: readonly string[] | undefined;
  protect?: readonly string[] | undefined;
  setup?: string | undefined;
  confirm?: number | undefined;
  /** Tests of the agent's own must show the task. */
  testFirst?: boolean | undefined;
  /** Tests that the agent does not see: a share, a number, names or globs. */
  holdOut?: readonly string[] | undefined;
}

/** A caller's choices for a new or existing loop; each one is a setting under another name. */
export interface SettingChoices extends LimitChoices, AgentChoices, GoalChoices, MeasuringChoices {
  /** Settings by the keys of the configuration file. */
  settings?: Tree | undefined;
  /** The source of the choices, for error messages: `the command line`. */
  source: string;
}

/** The choices as the topmost layer of settings. An agent command also selects the agent `command`. */
export function layerOf(choices: SettingChoices): Layer {
  const { agents, agentCommand } = choices;
  const flags: [string, unknown][] = [
    ['limits.maxIterations', choices.maxIterations],
    ['limits.timeoutMinutes', choices.timeoutMinutes],
    ['limits.maxCostUsd', choices.maxCostUsd],
    ['limits.maxTokens', choices.maxTokens],
    ['limits.maxAgentMinutes', choices.maxAgentMinutes],
    ['agent.names', agents ?? (agentCommand === undefined ? undefined : ['command'])],
    ['agent.command', agentCommand],
    ['agent.model', choices.model],
    ['agent.sandbox', choices.sandbox],
    ['agent.cleanRoom', choices.cleanRoom],
    ['verify.cache', choices.cache === false ? false : undefined],
    ['metrics.coverage', choices.coverage],
  ];
  const values = Object.fromEntries(flags.filter(([, value]) => value !== undefined));
  return { source: choices.source, values: { ...choices.settings, ...values, ...goalValues(choices) } };
}

function goalValues({ refine, maximize, minimize }: GoalChoices): Record<string, unknown> {
  const goalFlags = [refine && '--refine', maximize && '--maximize', minimize && '--minimize'].filter(Boolean);
  if (goalFlags.length > 1) throw new UsageError(`${goalFlags.join(' and ')} cannot be combined`, 'choose one goal');
  if (refine) return { 'goal.mode': 'refine' };
  const command = maximize ?? minimize;
  return command === undefined ? {} : { 'goal.mode': maximize ? 'maximize' : 'minimize', 'goal.command': command };
}

/** Converts globs: in settings they are relative to the workspace's root. */
export function judgingValues(
  { only = [], protect = [], setup, confirm, testFirst, holdOut = [] }: JudgingChoices,
  { root, cwd }: { root: string; cwd: string },
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const folder = relative(root, cwd);
  if (only.length > 0) values['verify.only'] = fromFolder(only.flatMap(splitGlobs), folder);
  if (protect.length > 0) values['verify.protect'] = fromFolder(protect.flatMap(splitGlobs), folder);
  if (setup !== undefined) values['verify.setup'] = setup;
  if (confirm !== undefined) values['verify.confirm'] = confirm;
  if (testFirst) values['evidence.testFirst'] = 'always';
  if (holdOut.length > 0) values['evidence.holdOut'] = holdOut.flatMap(splitGlobs);
  return values;
}

/** Splits at commas outside of braces. */
function splitGlobs(text: string): string[] {
  return text
    .split(/,(?![^{]*\})/)
    .map((glob) => glob.trim())
    .filter((glob) => glob !== '');
}
