import type { Criterion } from '../../core/criteria/criterion.ts';
import { parseCriteria } from '../../core/criteria/parse.ts';
import type { ProjectCommands } from '../../core/criteria/project.ts';
import { shellQuote } from '../../core/criteria/shell-words.ts';
import type { ListEventOf } from '../../core/tasks/events.ts';
import { knownCostOf, type ListState, requiredChecks, type TaskState } from '../../core/tasks/state.ts';
import type { Task } from '../../core/tasks/task.ts';
import { CONFLICTS_FILE, integrationText, workText } from '../../core/tasks/texts.ts';
import { detectProject } from '../../project/detect.ts';
import type { LoopRequest } from '../prepare-loop.ts';

type Request = Omit<LoopRequest, 'loop'>;

/** What of a task's acceptance criteria a machine can check, and what not, with what could be checked in its place. */
export interface Acceptance {
  checked: string[];
  unchecked: { text: string; reason: string; suggestions: string[] }[];
}

export function acceptanceOf(task: Task, project: ProjectCommands): Acceptance {
  const read = task.acceptance.map((text) => ({ text, parsed: parseCriteria([text], project) }));
  return {
    checked: read.filter(({ parsed }) => parsed.refusals.length === 0).map(({ text }) => text),
    unchecked: read.flatMap(({ parsed }) =>
      parsed.refusals.map(({ text, reason, suggestions }) => ({ text, reason, suggestions })),
    ),
  };
}

/**
 * For the loop that makes the change. Acceptance criteria show that it is done only if a machine can check all of them: otherwise
 * tests have to, if those that it can check held before any work.
 */
export async function workRequest(
  state: ListState,
  taskState: TaskState,
  inside: { root: string; cwd: string },
  agents: readonly string[] | null = null,
): Promise<Request> {
  const { task, bakeOff } = taskState;
  const project = await detectProject(inside.root, inside.cwd);
  const { checked, unchecked } = acceptanceOf(task, project);
  const showsNothing = task.until.length === 0 && unchecked.length > 0;
  const tests = showsNothing && checked.length > 0 && project.test ? [`\`${project.test.command}\``] : [];
  return {
    ...common(state, taskState, bakeOff?.entries.length),
    ...(agents && { agents }),
    until: [...new Set([...task.until, ...checked, ...tests])],
    ...(showsNothing && { criteriaFrom: 'found' as const }),
    only: task.only,
    readTask: async () =>
      workText(
        task,
        unchecked.map(({ text }) => text),
        state.tasks.length === 1,
      ),
  };
}

/** For the loop that judges the merged tree, and has an agent bring both sides together if a check does not hold there. */
export function integrationRequest(
  state: ListState,
  task: TaskState,
  { conflicts }: ListEventOf<'integration-started'>,
): Request {
  const checks = requiredChecks(state, task.task.id);
  return {
    ...common(state, task),
    settings: {
      ...state.choices.settings,
      'goal.mode': 'satisfy',
      // Both sides' tests were shown to need their change in the loops that made it: the merged source has both changes.
      'evidence.testFirst': 'off',
      'evidence.newTests': false,
      // Before the conflicts are resolved, tests with git's marks in them cannot judge. The guard compares the result with both sides.
      ...(conflicts.length > 0 && { 'verify.pristine': false }),
    },
    until: [],
    criteria: [...(conflicts.length > 0 ? conflictChecks(conflicts) : []), ...checks],
    readTask: async () => integrationText(state, task, conflicts),
  };
}

/** For a loop that only judges the project as it is before any work. */
export function ownRequest(state: ListState): Request {
  const { agents, agentCommand, setup } = state.choices;
  return {
    source: 'the list of tasks',
    agents: agents ?? undefined,
    agentCommand: agentCommand ?? undefined,
    setup: setup ?? undefined,
    settings: { ...state.choices.settings, 'evidence.testFirst': 'off', 'goal.mode': 'satisfy' },
    until: [],
    criteria: state.own,
    readTask: async () => `Check the project before the tasks of ${state.id}`,
  };
}

/** An agent that leaves a mark or the file is not done, whatever the project's checks say. */
function conflictChecks(conflicts: readonly string[]): Criterion[] {
  const files = conflicts.map(shellQuote).join(' ');
  return [
    { id: '', kind: 'exit', text: `${CONFLICTS_FILE} is deleted`, command: `test ! -e ${CONFLICTS_FILE}` },
    {
      id: '',
      kind: 'silent',
      text: "git's marks of conflicts are gone",
      command: `cat ${files} 2>/dev/null | grep -nE '^(<<<<<<<|>>>>>>>) '`,
    },
  ];
}

/** Whose change a bake-off kept, or whom the task names; null: the list decides. */
export function agentsOf({ task, bakeOff }: TaskState): readonly string[] | null {
  const kept = bakeOff?.entries.find(({ loop }) => loop === bakeOff.decided?.winner)?.agents;
  return kept ?? (task.agents.length > 0 ? task.agents : null);
}

/** `loops`: how many share what the task may cost. */
function common({ choices, tasks }: ListState, taskState: TaskState, loops = 1): Omit<Request, 'readTask' | 'until'> {
  const { task } = taskState;
  const left = choices.maxCostUsd === null ? null : Math.max(choices.maxCostUsd - knownCostOf(tasks), 0.01);
  const caps = [left, task.maxCostUsd === null ? null : task.maxCostUsd / loops].filter((cap) => cap !== null);
  return {
    source: `the task ${task.id}`,
    agents: agentsOf(taskState) ?? choices.agents ?? undefined,
    settings: choices.settings,
    agentCommand: choices.agentCommand ?? undefined,
    model: choices.model ?? undefined,
    sandbox: choices.sandbox ?? undefined,
    setup: choices.setup ?? undefined,
    maxIterations: choices.maxIterations ?? undefined,
    timeoutMinutes: choices.timeoutMinutes ?? undefined,
    ...(caps.length > 0 && { maxCostUsd: Math.min(...caps) }),
  };
}
