import { availableParallelism, totalmem } from 'node:os';
import { listSettings } from '../../../app/tasks/list-settings.ts';
import { startList } from '../../../app/tasks/run-list.ts';
import { entrantsOf } from '../../../core/tasks/entry.ts';
import type { Task } from '../../../core/tasks/task.ts';
import { slugOf } from '../../../core/tasks/words.ts';
import { UsageError } from '../../../system/usage-error.ts';
import { appContext, type CommandContext } from './context.ts';
import { hostList } from './host-list.ts';
import type { GivenTask, RunOptions } from './run-task.ts';
import { choicesIn, defaultChoices } from './run-tasks.ts';
import { choicesOf } from './shared-options.ts';
import { readTask } from './task.ts';

/**
 * A bake-off of a single task is a list of one: it can be interrupted and resumed, and what is kept is judged once more before it is a
 * commit on a branch of its own. The user's files stay as they are.
 */
export async function runBakeOff(
  context: CommandContext,
  { task: given, commands }: GivenTask,
  options: RunOptions,
): Promise<number> {
  refuseOptions(options);
  const text = await readTask(context, given, options.taskFile, commands);
  const [title = '', ...rest] = text.trim().split('\n');
  const task: Task = {
    ...{ id: slugOf(title), title, body: rest.join('\n').trim(), until: options.until, acceptance: [], after: [] },
    ...{ only: options.only ?? [], agents: [], maxCostUsd: null, priority: null, isTicked: false },
  };
  const chosen = { ...defaultChoices(), ...choicesIn(options), settings: await settingsOf(context, options) };
  const choices = { ...chosen, jobs: placesFor(entrantsOf(chosen, task).length) };
  const request = { tasks: [task], source: null, name: title, choices, ownChecks: false };
  return hostList(context, options, (open) => startList(appContext(context), request, open));
}

function refuseOptions({ type, set, template }: RunOptions): void {
  const given = [type && '--type', (set?.length ?? 0) > 0 && '--set', template && '--template'].filter(Boolean);
  if (given.length > 0)
    throw new UsageError(
      `--bake-off and ${given.join(' and ')} cannot be combined`,
      `leave ${given.join(' and ')} out`,
    );
}

/** What a loop alone would be started with, beside what the list decides. */
function settingsOf(context: CommandContext, options: RunOptions): Promise<Record<string, unknown>> {
  const { protect, confirm, testFirst, holdOut, refine, maximize, minimize } = options;
  const { maxTokens, maxAgentMinutes, cleanRoom, cache, coverage } = choicesOf(options);
  return listSettings(context, {
    ...{ source: 'the command line', maxTokens, maxAgentMinutes, cleanRoom, cache, coverage },
    ...{ protect, confirm, testFirst, holdOut, refine, maximize, minimize },
  });
}

/** As many as take part, if each has 2 GB and half a core. */
function placesFor(loops: number): number {
  return Math.max(1, Math.min(loops, availableParallelism() * 2, Math.floor(totalmem() / 2 ** 31)));
}
