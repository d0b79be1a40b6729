import { exitCodeOf } from '../../../app/exit-code.ts';
import { previewLoop, startLoop } from '../../../app/start-loop.ts';
import { describeCriterion } from '../../../core/criteria/describe.ts';
import { appContext, type CommandContext } from './context.ts';
import { runInterruptibly } from './interruptible.ts';
import { sessionFace } from './live-face.ts';
import type { FaceOptions } from './reporting.ts';
import { type AgentOptions, choicesOf, type LimitOptions, type MeasuringOptions } from './shared-options.ts';
import { readTask } from './task.ts';

export interface RunOptions extends AgentOptions, LimitOptions, MeasuringOptions, FaceOptions {
  until: string[];
  only?: string[];
  protect?: string[];
  setup?: string;
  confirm?: number;
  testFirst?: boolean;
  holdOut?: string[];
  refine?: boolean;
  maximize?: string;
  minimize?: string;
  taskFile?: string;
  template?: string;
  type?: string;
  set?: string[];
  worktree?: boolean;
  dryRun?: boolean;
  bakeOff?: string[];
  samples?: number;
}

/** A task, and the names of the commands, which a single word may have been meant as. */
export interface GivenTask {
  task: string | undefined;
  commands: readonly string[];
}

/** Starts a loop and shows it until it ends or pauses. */
export async function runTask(context: CommandContext, given: GivenTask, options: RunOptions): Promise<number> {
  const request = { ...requestOf(context, given, options), worktree: options.worktree };
  const state = await runInterruptibly(
    context,
    { json: options.json, openFace: (place) => sessionFace(context, options, place) },
    (join) => startLoop(appContext(context), request, join),
  );
  return exitCodeOf(state);
}

/** Shows what a run would start. */
export async function previewTask(context: CommandContext, given: GivenTask, options: RunOptions): Promise<number> {
  const { created, prompt } = await previewLoop(appContext(context), requestOf(context, given, options));
  const checks = created.criteria.map((criterion) => `  ${criterion.id}  ${describeCriterion(criterion)}`).join('\n');
  const agent = created.agent.command ?? created.settings.agent.names.join(', then ');
  context.stdout.write(
    `type\n  ${created.taskType}\nchecks\n${checks}\nagent\n  ${agent}\nprompt of iteration 1\n${prompt}`,
  );
  return 0;
}

function requestOf(context: CommandContext, { task, commands }: GivenTask, options: RunOptions) {
  const { until, only, protect, setup, confirm, testFirst, holdOut } = options;
  const { refine, maximize, minimize, template, type, set, taskFile } = options;
  return {
    ...choicesOf(options),
    ...{ until, only, protect, setup, confirm, testFirst, holdOut },
    ...{ refine, maximize, minimize, template, type, inputs: set },
    // The task of a loop type may be a single word.
    readTask: async (ofType: string | undefined) =>
      (task === undefined && taskFile === undefined && ofType?.trim()) || readTask(context, task, taskFile, commands),
  };
}
