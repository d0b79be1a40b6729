import type { Layer } from '../config/layers.ts';
import { loadSettings } from '../config/load.ts';
import { type LoopType, loadLoopType, loopTypeNames, requireLoopType } from '../config/loop-types/load.ts';
import { renderText, variablesOf } from '../config/loop-types/variables.ts';
import type { Criterion } from '../core/criteria/criterion.ts';
import type { EventOf } from '../core/state/events.ts';
import type { Settings } from '../core/state/settings.ts';
import { detectTaskType, type TaskType, taskTypeSchema } from '../core/state/task-type.ts';
import { UsageError } from '../system/usage-error.ts';
import { locateWorkspace } from '../workspace/locate.ts';
import type { AppContext } from './context.ts';

interface Place {
  root: string;
  cwd: string;
}

/** The loop's type and its settings. Before the task is read, only a type that the user named. */
export interface TypedSettings {
  settings: Settings;
  type: LoopType | null;
  variables: Record<string, string>;
  /** The task that the type defines. */
  task: string | undefined;
}

/** The settings with the type from `--type` or `task.type`; without a type, the general settings. */
export async function namedType(
  context: AppContext,
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
  const task =
    words === undefined ? undefined : await renderText(`the task of the loop type '${name}'`, words, variables);
  return { settings, type, variables, task };
}

/** If no type was named: detects it from the task and the criteria, and applies the user's settings for it. */
export async function detectedType(
  context: AppContext,
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

/** The type as stored in the loop's first event. */
export function loopTypeFact({ type, variables }: TypedSettings): Pick<EventOf<'loop-created'>, 'loopType'> {
  return type ? { loopType: { name: type.name, variables } } : {};
}

function taskTypeOf({ name, definition }: LoopType, task: string, criteria: readonly Criterion[]): TaskType {
  const built = taskTypeSchema.safeParse(name);
  return definition.taskType ?? (built.success ? built.data : detectTaskType(task, criteria).type);
}

/** The loop types available here. */
export async function listLoopTypes({ env, cwd }: AppContext): Promise<string[]> {
  return loopTypeNames({ env, workspace: await locateWorkspace(cwd), configured: [] });
}
