import type { GoalChoices, JudgingChoices } from '../../app/choices.ts';
import { startLoop } from '../../app/start-loop.ts';
import type { Settings } from '../../core/state/settings.ts';
import { type HostOptions, hostLoop, type LoopRun } from './loop-run.ts';
import { type ChoiceOptions, contextOf, SOURCE } from './options.ts';
import { assertTask } from './refusal.ts';

export interface LoopOptions extends HostOptions, ChoiceOptions, GoalChoices, JudgingChoices {
  /** May be left out where the loop's type brings one. */
  task?: string;
  /** Criteria as `--until` takes them; without any, the project's own test command. */
  until?: readonly string[];
  /** Checks that the agent does not see, by name. */
  hidden?: Settings['verify']['hidden'];
  /** The kind of loop: a built-in task type, or one of your own. */
  type?: string;
  /** What the type asks for. */
  inputs?: Record<string, string>;
  /** A file with a Handlebars template for the prompt. */
  template?: string;
  /** In a git worktree of HEAD that is made for the loop. */
  worktree?: boolean;
}

/**
 * Runs a loop as `jumar "<task>"` does, without printing. Nothing has been written or started where the options are
 * refused: the result rejects with an error that says what is wrong, and iterating ends with the same.
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
