import type { Criterion } from '../criteria/criterion.ts';
import type { ListState, TaskState } from './state.ts';
import type { Task } from './task.ts';
import { inline, titleLine } from './words.ts';

/** The task of the loop that makes the change. `isAlone`: it is all that the list has. */
export function workText(task: Task, unchecked: readonly string[], isAlone = false): string {
  const parts = [titleLine(task.title), task.body.trim()];
  if (task.acceptance.length > 0) parts.push(`Acceptance criteria:\n${bullets(task.acceptance)}`);
  if (unchecked.length > 0)
    parts.push(`No machine can check these of them, so show them by tests where you can:\n${bullets(unchecked)}`);
  if (!isAlone)
    parts.push('This is one task of a list. Do this task only: others are worked on by others, beside you or later.');
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Laid into the merged tree if it has conflicts, and gone once they are resolved. */
export const CONFLICTS_FILE = 'JUMAR-CONFLICTS.md';

export function conflictsText(task: Task, conflicts: readonly string[], messages: string): string {
  return `# Conflicts

The change of the task "${inline(task.title)}" conflicts with the project as it is now, in:

${bullets(conflicts)}

${messages}

Resolve every one so that both sides keep what they are for, then delete this file.
`;
}

/** The task of the loop that brings a finished change and the project together. */
export function integrationText(
  state: ListState,
  { task, refusals }: Pick<TaskState, 'task' | 'refusals'>,
  conflicts: readonly string[],
): string {
  const integrated = state.tasks.filter(({ status }) => status === 'integrated').map((one) => one.task.title);
  const what =
    conflicts.length > 0
      ? `Both changed the same places: ${conflicts.join(', ')}. Git's marks (<<<<<<<, =======, >>>>>>>) show both sides, and ${CONFLICTS_FILE} says what conflicts. Resolve every conflict, then delete ${CONFLICTS_FILE}.`
      : 'Git merged both without a conflict, but not every check holds on the result.';
  const parts = [
    `Integrate a finished change into the project: ${titleLine(task.title)}`,
    task.body.trim(),
    'The change was made, and its checks held, on an earlier state of the project. The files here are both merged.',
    what,
    'Keep what both sides are for, and all tests of both: change only what bringing them together needs.',
    integrated.length > 0 ? `Integrated before it:\n${bullets(integrated)}` : '',
    refusals.length > 0 ? `Earlier tries were refused:\n${bullets(refusals.map(({ reason }) => reason))}` : '',
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

export interface IntegrationReceipt {
  checks: readonly Criterion[];
  loop: string;
  /** That judged the merged tree. */
  by: string;
  launches: number;
  conflicts: readonly string[];
  /** Of a bake-off: what it was kept over, and why. */
  keptOver: string | null;
}

/** The message of the one commit that a task becomes. */
export function integrationMessage(list: string, task: Task, receipt: IntegrationReceipt): string {
  const { checks, loop, by, launches, conflicts, keptOver } = receipt;
  const how =
    launches > 0
      ? `An agent brought it together with the tasks before it${conflicts.length > 0 ? `; conflicts: ${conflicts.join(', ')}` : ''}.`
      : '';
  const lines = [
    titleLine(task.title),
    '',
    ...(keptOver === null ? [] : [`Kept over ${keptOver}.`, '']),
    ...(how === '' ? [] : [how, '']),
    checks.length > 0 ? `Verified on this tree by ${by}:` : `No check was required of this tree (${by}).`,
    ...checks.map((check) => `- ${inline(check.text)}`),
    '',
    `Jumar-List: ${list}`,
    `Jumar-Task: ${inline(task.id)}`,
    `Jumar-Loop: ${loop}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** The message of a change that is on no branch, or on one of its own. */
export function changeMessage(list: string, task: Task, loop: string): string {
  return `${titleLine(task.title)}\n\nNot verified together with the other tasks of ${list}.\n\nJumar-Task: ${inline(task.id)}\nJumar-Loop: ${loop}\n`;
}

const bullets = (lines: readonly string[]) => lines.map((line) => `- ${inline(line)}`).join('\n');
