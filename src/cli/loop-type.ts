import { UsageError } from '../config/errors.ts';
import type { Layer } from '../config/layers.ts';
import { loadSettings } from '../config/load.ts';
import type { Criterion } from '../core/criterion.ts';
import type { EventOf } from '../core/events.ts';
import type { Settings } from '../core/settings.ts';
import { detectTaskType, type TaskType, taskTypeSchema } from '../core/task-type.ts';
import { type LoopType, loadLoopType, requireLoopType } from '../loop-types/load.ts';
import { filled, variablesOf } from '../loop-types/variables.ts';
import type { CommandContext } from './context.ts';

interface Place {
  root: string;
  cwd: string;
}

/** What the loop's type says, as far as it is known: before the task is read only what the user named. */
export interface TypedSettings {
  settings: Settings;
  type: LoopType | null;
  variables: Record<string, string>;
  /** The task that the type brings along. */
  task: string | undefined;
}

/** The settings under the type that the user named by `--type` or `task.type`; without one, those of every loop. */
export async function namedType(
  context: CommandContext,
  workspace: Place,
  flags: Layer,
  options: { type?: string | undefined; set: readonly string[] },
): Promise<TypedSettings> {
  const base = await loadSettings(context.env, workspace, flags);
  const name = options.type ?? base.settings.task.type;
  if (name === undefined) {
    if (options.set.length > 0)
      throw new UsageError('--set needs a loop type', 'jumar run --type <type> --set name=value');
    return { settings: base.settings, type: null, variables: {}, task: undefined };
  }
  const type = await requireLoopType(name, { env: context.env, workspace, configured: base.types });
  const { settings } = await loadSettings(context.env, workspace, flags, type.settings);
  const variables = await variablesOf(type, options.set, workspace.root);
  const { task: words } = type.definition;
  const task = words === undefined ? undefined : await filled(`the task of the loop type '${name}'`, words, variables);
  return { settings, type, variables, task };
}

/** Where no type was named: the one that the task and the criteria tell, with what the user has set for it, if anything. */
export async function detectedType(
  context: CommandContext,
  workspace: Place,
  flags: Layer,
  named: TypedSettings,
  task: string,
  criteria: readonly Criterion[],
): Promise<TypedSettings & { taskType: TaskType }> {
  if (named.type) return { ...named, taskType: taskTypeOf(named.type, task, criteria) };
  const taskType = detectTaskType(task, criteria).type;
  const { types } = await loadSettings(context.env, workspace, flags);
  const places = { env: context.env, workspace, configured: types };
  const type = await loadLoopType(taskType, places, { builtIn: false });
  if (!type) return { ...named, taskType };
  const { settings } = await loadSettings(context.env, workspace, flags, type.settings);
  return { settings, type, variables: await variablesOf(type, [], workspace.root), task: undefined, taskType };
}

/** As the loop's first event keeps it. */
export function loopTypeFact({ type, variables }: TypedSettings): Pick<EventOf<'loop-created'>, 'loopType'> {
  return type ? { loopType: { name: type.name, variables } } : {};
}

function taskTypeOf({ name, definition }: LoopType, task: string, criteria: readonly Criterion[]): TaskType {
  const built = taskTypeSchema.safeParse(name);
  return definition.taskType ?? (built.success ? built.data : detectTaskType(task, criteria).type);
}
