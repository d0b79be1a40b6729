import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { adapterOf } from '../../agents/index.ts';
import { UsageError } from '../../config/errors.ts';
import { describeCriterion } from '../../core/criteria/describe.ts';
import type { Criterion } from '../../core/criterion.ts';
import type { EventOf } from '../../core/events.ts';
import { fold } from '../../core/evolve.ts';
import { OBJECTIVE } from '../../core/goal.ts';
import { loopId } from '../../core/loop-id.ts';
import { defaultTemplate, promptContext, promptVariables } from '../../core/prompt.ts';
import type { Settings } from '../../core/settings.ts';
import type { LoopState } from '../../core/state.ts';
import type { TaskType } from '../../core/task-type.ts';
import type { Toolchain } from '../../core/toolchain.ts';
import { strategyNamed } from '../../notes/index.ts';
import { checkTemplate } from '../../prompt/check.ts';
import { renderPrompt } from '../../prompt/render.ts';
import type { Observer } from '../../runner/run-loop.ts';
import { stateHome } from '../../store/home.ts';
import { ensureProject } from '../../store/layout.ts';
import { freezeToolchain } from '../../toolchain/freeze.ts';
import { criteriaScripts } from '../../verify/criteria-scripts.ts';
import { judgingCommands } from '../../verify/judging-commands.ts';
import { literalGlob } from '../../verify/path-rules.ts';
import { locateWorkspace } from '../../workspace/locate.ts';
import type { CommandContext } from '../context.ts';
import { chooseCriteria } from '../criteria.ts';
import {
  type AgentOptions,
  flagLayer,
  type GoalOptions,
  type LimitOptions,
  type MeasuringOptions,
  withAgents,
} from '../flags.ts';
import { runInWorktree } from '../in-worktree.ts';
import { runInterruptibly } from '../interruptible.ts';
import { hiddenCriteria, hiddenFrom, type JudgingOptions, judgingFlags } from '../judging-flags.ts';
import { sessionFace } from '../live-face.ts';
import { detectedType, loopTypeFact, namedType, type TypedSettings } from '../loop-type.ts';
import { refuseOutputInside } from '../output-inside.ts';
import type { FaceOptions } from '../reporting.ts';
import { readTask } from '../task.ts';
import { withTestCommand } from '../test-command.ts';
import { version } from '../version.ts';

export interface RunOptions
  extends AgentOptions,
    LimitOptions,
    GoalOptions,
    JudgingOptions,
    MeasuringOptions,
    FaceOptions {
  until: string[];
  taskFile?: string;
  template?: string;
  type?: string;
  set?: string[];
  dryRun?: boolean;
  /** In a git worktree that is made for it. */
  worktree?: boolean;
  /** It runs in one: of this working tree. */
  worktreeOf?: string;
  /** The library listens itself, and cancels by a signal of its own. */
  observe?: Observer;
  signal?: AbortSignal | undefined;
}

/** Everything that can be refused is refused before anything is written or started. */
export default async function run(
  context: CommandContext,
  argument: string | undefined,
  options: RunOptions,
): Promise<number> {
  if (options.worktree && !options.dryRun) return runInWorktree(run, context, argument, options);
  const workspace = { ...(await locateWorkspace(context.cwd)), worktreeOf: options.worktreeOf };
  if (!options.dryRun) await refuseOutputInside(workspace.root);
  const flags = {
    source: 'the command line',
    values: { ...flagLayer(options).values, ...judgingFlags(options, workspace) },
  };
  const named = await namedType(context, workspace, flags, { type: options.type, set: options.set ?? [] });
  // What a type brings or the library is given is the task, also where it is one word.
  const brought = argument ?? (options.taskFile === undefined ? named.task : undefined);
  const trusted = argument === undefined || options.observe ? brought?.trim() : undefined;
  const task = trusted || (await readTask(context, argument, options.taskFile));
  const asked = options.until.length > 0 ? options.until : (named.type?.definition.validation ?? []);
  const chosen = await chooseCriteria(workspace, task, asked, named.settings);
  const typed = await detectedType(context, workspace, flags, named, task, chosen);
  const given = hiddenFrom(options.worktreeOf, withAgents(context, typed.settings));
  refuseGoal(given);
  const criteria = [...chosen, ...hiddenCriteria(given, workspace.root)];
  const settings = await withTestCommand(given, criteria, workspace);
  const template = await readTemplate(context, workspace.root, typed, options.template);
  const id = loopId(task, randomBytes(4).toString('hex'));
  const judging = judgingCommands(criteria, settings, workspace);
  const protect = (await criteriaScripts(judging, task, workspace.root)).map(literalGlob);
  const toolchain = await freezeToolchain(workspace, settings, context.env);
  const { taskType } = typed;
  const created = {
    ...creation({ id, task, criteria, settings, template, workspace, protect, toolchain, taskType }),
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
    json: options.json ?? options.observe !== undefined,
    ...(await sessionFace(
      context,
      { ...options, plain: options.plain ?? options.observe !== undefined },
      { project, loop: id },
    )),
    ...(options.observe && { observe: options.observe }),
    signal: options.signal,
    open: () => [created],
  });
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

/** The flag's file, else the type's text or file, else the configured file; null for the built-in one. */
async function readTemplate(
  context: CommandContext,
  root: string,
  { settings, type, variables }: TypedSettings,
  flag: string | undefined,
): Promise<string | null> {
  const inline = flag === undefined ? type?.definition.promptTemplate : undefined;
  const file = type?.definition.template ?? settings.prompt.template;
  const path = flag ? resolve(context.cwd, flag) : file ? resolve(root, file) : null;
  if (inline === undefined && !path) return null;
  const where = inline === undefined ? `${path}` : `of the loop type '${type?.name}'`;
  const text = inline ?? (await templateFile(path ?? '', where));
  const { errors, warnings } = await checkTemplate(text, [...promptVariables, ...Object.keys(variables)]).catch(
    (error: Error) => ({ errors: [error.message], warnings: [] }),
  );
  if (errors.length > 0) throw new UsageError(`the prompt template ${where} cannot be used: ${errors.join('; ')}`);
  for (const warning of warnings) context.stderr.write(`warning: the prompt template ${where}: ${warning}\n`);
  return text;
}

async function templateFile(path: string, where: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: Error) => {
    throw new UsageError(`the prompt template ${where} cannot be used: ${error.message}`);
  });
}

function creation(parts: {
  id: string;
  task: string;
  criteria: Criterion[];
  settings: Settings;
  template: string | null;
  workspace: { root: string; cwd: string; worktreeOf: string | undefined };
  protect: string[];
  toolchain: Toolchain;
  taskType: TaskType;
}): EventOf<'loop-created'> {
  const { id, task, criteria, settings, template, workspace, protect, toolchain, taskType } = parts;
  const [name = 'command'] = settings.agent.names;
  return {
    type: 'loop-created',
    loop: id,
    task,
    criteria,
    taskType,
    settings: withObjective(settings),
    template,
    agent: { name, command: adapterOf(name)?.program === null ? (settings.agent.command ?? null) : null },
    workspace: {
      root: workspace.root,
      cwd: workspace.cwd,
      ...(workspace.worktreeOf !== undefined && { worktreeOf: workspace.worktreeOf }),
    },
    protect,
    version: version(),
    toolchain,
  };
}

async function dryRun(context: CommandContext, created: EventOf<'loop-created'>): Promise<number> {
  const state = fold([{ seq: 1, at: Date.now(), event: created }]) as LoopState;
  const prompt = await renderPrompt(created.template ?? defaultTemplate, promptContext(state, 1));
  const checks = created.criteria.map((criterion) => `  ${criterion.id}  ${describeCriterion(criterion)}`).join('\n');
  const agent = created.agent.command ?? created.settings.agent.names.join(', then ');
  context.stdout.write(`checks\n${checks}\nagent\n  ${agent}\nprompt of iteration 1\n${prompt}`);
  return 0;
}
