import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '../../config/errors.ts';
import { loadSettings } from '../../config/load.ts';
import { describeCriterion } from '../../core/criteria/describe.ts';
import type { Criterion } from '../../core/criterion.ts';
import type { EventOf } from '../../core/events.ts';
import { fold } from '../../core/evolve.ts';
import { loopId } from '../../core/loop-id.ts';
import { defaultTemplate, promptContext } from '../../core/prompt.ts';
import type { Settings } from '../../core/settings.ts';
import type { LoopState } from '../../core/state.ts';
import { detectTaskType } from '../../core/task-type.ts';
import { checkTemplate, renderPrompt } from '../../prompt/render.ts';
import { stateHome } from '../../store/home.ts';
import { ensureProject } from '../../store/layout.ts';
import { locateWorkspace } from '../../workspace/locate.ts';
import type { CommandContext } from '../context.ts';
import { chooseCriteria } from '../criteria.ts';
import { runInterruptibly } from '../interruptible.ts';
import { observerFor } from '../reporting.ts';
import { readTask } from '../task.ts';
import { version } from '../version.ts';

interface RunOptions {
  until: string[];
  agent?: string;
  agentCommand?: string;
  taskFile?: string;
  template?: string;
  maxIterations?: number;
  timeout?: number;
  json?: boolean;
  dryRun?: boolean;
}

/** Everything that can be refused is refused before anything is written or started. */
export default async function run(
  context: CommandContext,
  argument: string | undefined,
  options: RunOptions,
): Promise<number> {
  const task = await readTask(context, argument, options.taskFile);
  const workspace = await locateWorkspace(context.cwd);
  const { settings } = await loadSettings(context.env, workspace, flagLayer(options));
  const criteria = await chooseCriteria(workspace, task, options.until, settings);
  const agent = chosenAgent(settings);
  const template = await readTemplate(context, workspace.root, settings, options.template);
  const id = loopId(task, randomBytes(4).toString('hex'));
  const created = creation({ id, task, criteria, settings, agent, template, workspace });

  if (options.dryRun) return dryRun(context, created);
  const home = await stateHome(context.env);
  const project = await ensureProject(home, workspace.root);
  return runInterruptibly(context, {
    project,
    loop: id,
    observe: observerFor(context, options.json ?? false),
    open: () => [created],
  });
}

export function flagLayer(options: Pick<RunOptions, 'maxIterations' | 'timeout' | 'agent' | 'agentCommand'>) {
  const values: Record<string, unknown> = {};
  if (options.maxIterations !== undefined) values['limits.maxIterations'] = options.maxIterations;
  if (options.timeout !== undefined) values['limits.timeoutMinutes'] = options.timeout;
  if (options.agent !== undefined) values['agent.name'] = options.agent;
  if (options.agentCommand !== undefined) values['agent.command'] = options.agentCommand;
  return { source: 'the command line', values };
}

function chosenAgent({ agent }: Settings): EventOf<'loop-created'>['agent'] {
  if (agent.name === 'repair') return { name: 'repair', command: null };
  const command = agent.command?.trim();
  if (command) return { name: 'command', command };
  throw new UsageError(
    'no agent was given',
    'pass --agent repair (built in), or --agent-command "claude -p" (any shell command; the prompt is on its stdin) or set agent.command in .jumar/config.yaml',
  );
}

async function readTemplate(
  context: CommandContext,
  root: string,
  settings: Settings,
  flag: string | undefined,
): Promise<string | null> {
  const path = flag
    ? resolve(context.cwd, flag)
    : settings.prompt.template
      ? resolve(root, settings.prompt.template)
      : null;
  if (!path) return null;
  try {
    const text = await readFile(path, 'utf8');
    await checkTemplate(text);
    return text;
  } catch (error) {
    throw new UsageError(`the prompt template ${path} cannot be used: ${(error as Error).message}`);
  }
}

function creation(parts: {
  id: string;
  task: string;
  criteria: Criterion[];
  settings: Settings;
  agent: EventOf<'loop-created'>['agent'];
  template: string | null;
  workspace: { root: string; cwd: string };
}): EventOf<'loop-created'> {
  const { id, task, criteria, settings, agent, template, workspace } = parts;
  return {
    type: 'loop-created',
    loop: id,
    task,
    criteria,
    taskType: settings.task.type ?? detectTaskType(task, criteria).type,
    settings,
    template,
    agent,
    workspace: { root: workspace.root, cwd: workspace.cwd },
    version: version(),
  };
}

async function dryRun(context: CommandContext, created: EventOf<'loop-created'>): Promise<number> {
  const state = fold([{ seq: 1, at: Date.now(), event: created }]) as LoopState;
  const prompt = await renderPrompt(created.template ?? defaultTemplate, promptContext(state, 1));
  const checks = created.criteria.map((criterion) => `  ${criterion.id}  ${describeCriterion(criterion)}`).join('\n');
  context.stdout.write(
    `checks\n${checks}\nagent\n  ${created.agent.command ?? created.agent.name}\nprompt of iteration 1\n${prompt}`,
  );
  return 0;
}
