import { loadSettings } from '../../config/load.ts';
import { understoodAs } from '../../core/criteria/describe.ts';
import type { LoopState } from '../../core/state/state.ts';
import { listProblems } from '../../core/tasks/ready.ts';
import type { Task } from '../../core/tasks/task.ts';
import { detectProject } from '../../project/detect.ts';
import { JumarError } from '../../system/errors.ts';
import { UsageError } from '../../system/usage-error.ts';
import { locateWorkspace } from '../../workspace/locate.ts';
import { chooseCriteria } from '../choose-criteria.ts';
import type { AppContext } from '../context.ts';
import { ownChecks } from './own-checks.ts';
import { type Acceptance, acceptanceOf } from './requests.ts';

export interface TaskPreview {
  id: string;
  title: string;
  after: string[];
  isTicked: boolean;
  checks: { text: string; means: string | null }[];
  /** `found`: the project's, for want of others; if they hold before any work, tests have to show the task. */
  from: LoopState['criteriaFrom'];
  unchecked: Acceptance['unchecked'];
  /** Why it would not run. */
  refused: { reason: string; hint: string | null } | null;
}

export interface ListPreview {
  own: string[];
  tasks: TaskPreview[];
}

/** What a list would run. Writes and starts nothing. Throws for what would refuse the list as a whole. */
export async function previewList(context: AppContext, tasks: readonly Task[]): Promise<ListPreview> {
  const [problem] = listProblems(tasks);
  if (problem) throw new UsageError(problem.message, problem.hint);
  const here = await locateWorkspace(context.cwd);
  const own = await ownChecks(context, here);
  const previews: TaskPreview[] = [];
  for (const task of tasks) previews.push(await previewTask(context, task, here));
  return { own: own.map(({ text }) => text), tasks: previews };
}

async function previewTask(context: AppContext, task: Task, here: { root: string; cwd: string }): Promise<TaskPreview> {
  const { settings } = await loadSettings(context.env, here, { source: 'the command line', values: {} });
  const { checked, unchecked } = acceptanceOf(task, await detectProject(here.root, here.cwd));
  const { id, title, after, isTicked } = task;
  const common = { id, title, after, isTicked, unchecked };
  try {
    const { criteria, from } = await chooseCriteria(
      here,
      `${task.title}\n${task.body}`,
      [...task.until, ...checked],
      settings,
    );
    const checks = criteria.map((criterion) => ({ text: criterion.text, means: understoodAs(criterion) }));
    const showsNothing = task.until.length === 0 && unchecked.length > 0;
    return { ...common, checks, from: showsNothing ? 'found' : from, refused: null };
  } catch (error) {
    if (!(error instanceof JumarError)) throw error;
    return { ...common, checks: [], from: 'named', refused: { reason: error.message, hint: error.hint } };
  }
}
