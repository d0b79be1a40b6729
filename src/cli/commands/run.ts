import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '../../config/errors.ts';
import { describeCriterion } from '../../core/criteria/describe.ts';
import type { Criterion } from '../../core/criterion.ts';
import type { EventOf } from '../../core/events.ts';
import { fold } from '../../core/evolve.ts';
import { OBJECTIVE } from '../../core/goal.ts';
import { loopId } from '../../core/loop-id.ts';
import { defaultTemplate, promptContext } from '../../core/prompt.ts';
import type { Settings } from '../../core/settings.ts';
import type { LoopState } from '../../core/state.ts';
import type { TaskType } from '../../core/task-type.ts';
import { strategyNamed } from '../../notes/index.ts';
import { checkTemplate, renderPrompt } from '../../prompt/render.ts';
import { stateHome } from '../../store/home.ts';
import { ensureProject } from '../../store/layout.ts';
import { locateWorkspace } from '../../workspace/locate.ts';
import type { CommandContext } from '../context.ts';
import { chooseCriteria } from '../criteria.ts';
import { runInterruptibly } from '../interruptible.ts';
import { detectedType, loopTypeFact, namedType, type TypedSettings } from '../loop-type.ts';
import { observerFor } from '../reporting.ts';
import { readTask } from '../task.ts';
import { version } from '../version.ts';

interface RunOptions {
  until: string[];
  agentCommand?: string;
  taskFile?: string;
  template?: string;
  type?: string;
  set?: string[];
  maxIterations?: number;
  timeout?: number;
  json?: boolean;
  dryRun?: boolean;
  refine?: boolean;
  maximize?: string;
  minimize?: string;
}

/** Everything that can be refused is refused before anything is written or started. */
export default async function run(
  context: CommandContext,
  argument: string | undefined,
  options: RunOptions,
): Promise<number> {
  const workspace = await locateWorkspace(context.cwd);
  const flags = flagLayer(options);
  const named = await namedType(context, workspace, flags, { type: options.type, set: options.set ?? [] });
  const brought = options.taskFile === undefined ? named.task : undefined;
  const task = await readTask(context, argument ?? brought, options.taskFile);
  const asked = options.until.length > 0 ? options.until : (named.type?.definition.validation ?? []);
  const criteria = await chooseCriteria(workspace, task, asked, named.settings);
  const typed = await detectedType(context, workspace, flags, named, task, criteria);
  const { settings, taskType } = typed;
  refuseGoal(settings);
  const command = agentCommand(settings);
  const template = await readTemplate(context, workspace.root, typed, options.template);
  const id = loopId(task, randomBytes(4).toString('hex'));
  const created = {
    ...creation({ id, task, criteria, settings, command, template, workspace, taskType }),
    ...loopTypeFact(typed),
  };
  const { warning } = strategyNamed(settings.progress.strategy);
  if (warning) context.stderr.write(`warning: ${warning}\n`);

  if (options.dryRun) return dryRun(context, created);
  const home = await stateHome(context.env);
  const project = await ensureProject(home, workspace.root);
  return runInterruptibly(context, {
    project,
    loop: id,
    json: options.json ?? false,
    observe: observerFor(context, options.json ?? false),
    open: () => [created],
  });
}

type Flags = Pick<RunOptions, 'maxIterations' | 'timeout' | 'agentCommand' | 'refine' | 'maximize' | 'minimize'>;

export function flagLayer(options: Flags) {
  const values: Record<string, unknown> = { ...goalFlags(options) };
  if (options.maxIterations !== undefined) values['limits.maxIterations'] = options.maxIterations;
  if (options.timeout !== undefined) values['limits.timeoutMinutes'] = options.timeout;
  if (options.agentCommand !== undefined) values['agent.command'] = options.agentCommand;
  return { source: 'the command line', values };
}

function goalFlags({ refine, maximize, minimize }: Flags): Record<string, unknown> {
  const given = [refine && '--refine', maximize && '--maximize', minimize && '--minimize'].filter(Boolean);
  if (given.length > 1) throw new UsageError(`${given.join(' and ')} exclude each other`, 'choose one goal');
  if (refine) return { 'goal.mode': 'refine' };
  const command = maximize ?? minimize;
  return command === undefined ? {} : { 'goal.mode': maximize ? 'maximize' : 'minimize', 'goal.command': command };
}

function refuseGoal({ goal }: Settings): void {
  if (goal.mode === 'satisfy' || goal.mode === 'refine' || goal.command) return;
  throw new UsageError(
    `goal.mode is ${goal.mode} and there is no goal.command`,
    `--${goal.mode} "<command that prints a number>"`,
  );
}

/** The objective is measured like every other number of the user's own. */
function withObjective(settings: Settings): Settings {
  const { goal, metrics } = settings;
  if (goal.mode === 'satisfy' || goal.mode === 'refine' || !goal.command) return settings;
  return { ...settings, metrics: { ...metrics, custom: { ...metrics.custom, [OBJECTIVE]: goal.command } } };
}

function agentCommand(settings: Settings): string {
  const command = settings.agent.command?.trim();
  if (command) return command;
  throw new UsageError(
    'no agent was given',
    'pass --agent-command "claude -p" (any shell command; the prompt is on its stdin) or set agent.command in .jumar/config.yaml',
  );
}

/** The flag's file, else the type's text or file, else the configured file; null for the built-in one. */
async function readTemplate(
  context: CommandContext,
  root: string,
  { settings, type }: TypedSettings,
  flag: string | undefined,
): Promise<string | null> {
  const inline = flag === undefined ? type?.definition.promptTemplate : undefined;
  const file = type?.definition.template ?? settings.prompt.template;
  const path = flag ? resolve(context.cwd, flag) : file ? resolve(root, file) : null;
  if (inline === undefined && !path) return null;
  const where = inline === undefined ? `${path}` : `of the loop type '${type?.name}'`;
  try {
    const text = inline ?? (await readFile(path ?? '', 'utf8'));
    await checkTemplate(text);
    return text;
  } catch (error) {
    throw new UsageError(`the prompt template ${where} cannot be used: ${(error as Error).message}`);
  }
}

function creation(parts: {
  id: string;
  task: string;
  criteria: Criterion[];
  settings: Settings;
  command: string;
  template: string | null;
  workspace: { root: string; cwd: string };
  taskType: TaskType;
}): EventOf<'loop-created'> {
  const { id, task, criteria, settings, command, template, workspace, taskType } = parts;
  return {
    type: 'loop-created',
    loop: id,
    task,
    criteria,
    taskType,
    settings: withObjective(settings),
    template,
    agent: { name: 'command', command },
    workspace: { root: workspace.root, cwd: workspace.cwd },
    version: version(),
  };
}

async function dryRun(context: CommandContext, created: EventOf<'loop-created'>): Promise<number> {
  const state = fold([{ seq: 1, at: Date.now(), event: created }]) as LoopState;
  const prompt = await renderPrompt(created.template ?? defaultTemplate, promptContext(state, 1));
  const checks = created.criteria.map((criterion) => `  ${criterion.id}  ${describeCriterion(criterion)}`).join('\n');
  context.stdout.write(`checks\n${checks}\nagent\n  ${created.agent.command}\nprompt of iteration 1\n${prompt}`);
  return 0;
}
