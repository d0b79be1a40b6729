import type { GoalChoices, JudgingChoices } from '../../app/choices.ts';
import { startLoop } from '../../app/start-loop.ts';
import type { Settings } from '../../core/state/settings.ts';
import { type HostOptions, hostLoop, type LoopRun } from './loop-run.ts';
import { type ChoiceOptions, contextOf, SOURCE } from './options.ts';
import { assertTask } from './refusal.ts';

export interface LoopOptions extends HostOptions, ChoiceOptions, GoalChoices, JudgingChoices {
  /** Optional if the loop type provides a task. */
  task?: string;
  /** Criteria in `--until` syntax; by default the project's test command. */
  until?: readonly string[];
  /** Hidden checks, by name; the agent does not see them. */
  hidden?: Settings['verify']['hidden'];
  /** The loop type: a built-in task type, or one of your own. */
  type?: string;
  /** Inputs for the loop type. */
  inputs?: Record<string, string>;
  /** A file with a Handlebars template for the prompt. */
  template?: string;
  /** Work in a new git worktree of HEAD. */
  worktree?: boolean;
}

/**
 * Runs a loop like `jumar "<task>"`, without printing. If the options are invalid, nothing is written or started: both
 * `result` and the iteration reject with an error that says what is wrong.
 */
export function runLoop(options: LoopOptions): LoopRun {
  const { task, until = [], hidden, inputs = {}, settings, ...choices } = options;
  return hostLoop(options, async (join) => {
    assertTask(options);
    const request = {
      ...choices,
      source: SOURCE,
      until,
      settings: { ...settings, ...(hidden && { 'verify.hidden': hidden }) },
      inputs: Object.entries(inputs).map(([name, value]) => `${name}=${value}`),
      readTask: async (ofType: string | undefined) => {
        const chosenTask = (task ?? ofType ?? '').trim();
        assertTask({ task: chosenTask });
        return chosenTask;
      },
    };
    return startLoop(contextOf(options), request, join);
  });
}
