import { suggest } from '../text/nearest.ts';
import type { ListState, TaskState } from './state.ts';
import type { Task } from './task.ts';

const DONE = new Set(['integrated', 'skipped', 'ticked']);

/** Tasks whose turn it is: nothing that they come after is missing. Lower priorities first, then the order of the file. */
export function readyTasks({ tasks }: ListState): TaskState[] {
  const done = new Set(tasks.filter(({ status }) => DONE.has(status)).map(({ task }) => task.id));
  const ready = tasks.filter(({ status, task }) => status === 'waiting' && task.after.every((id) => done.has(id)));
  const rank = ({ task }: TaskState) => task.priority ?? Number.POSITIVE_INFINITY;
  return ready.sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}

/** For a waiting task that can no longer start: the failed task that it comes after, directly or through others; else null. */
export function heldBy({ tasks }: ListState, { task }: TaskState): string | null {
  const byId = new Map(tasks.map((one) => [one.task.id, one]));
  for (const id of task.after) {
    const before = byId.get(id);
    if (before?.status === 'failed') return id;
    const further = before?.status === 'waiting' ? heldBy({ tasks } as ListState, before) : null;
    if (further !== null) return further;
  }
  return null;
}

export interface ListProblem {
  message: string;
  hint: string | null;
}

/** What is wrong with a list before anything runs: the same id twice, unknown tasks in `after`, and circles. */
export function listProblems(tasks: readonly Task[]): ListProblem[] {
  const ids = tasks.map(({ id }) => id);
  const twice = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
  const unknown = tasks.flatMap(({ id, after }) =>
    after
      .filter((name) => !ids.includes(name))
      .map((name) => {
        const meant = suggest(name, ids);
        const hint = meant ? `did you mean ${meant}?` : `the list has ${ids.join(', ')}`;
        return { message: `${id} comes after ${name}, and there is no task ${name}`, hint };
      }),
  );
  const circle = unknown.length === 0 && twice.length === 0 ? circleIn(tasks) : null;
  return [
    ...twice.map((id) => ({ message: `two tasks are called ${id}`, hint: 'give one of them another id' })),
    ...unknown,
    ...(circle
      ? [{ message: `tasks wait for each other: ${circle.join(' after ')}`, hint: 'remove one "after"' }]
      : []),
  ];
}

/** The first circle, its first task once more at the end; null if there is none. */
function circleIn(tasks: readonly Task[]): string[] | null {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const settled = new Set<string>();
  const visit = (id: string, path: readonly string[]): string[] | null => {
    if (path.includes(id)) return [...path.slice(path.indexOf(id)), id];
    if (settled.has(id)) return null;
    for (const next of byId.get(id)?.after ?? []) {
      const found = visit(next, [...path, id]);
      if (found) return found;
    }
    settled.add(id);
    return null;
  };
  for (const { id } of tasks) {
    const found = visit(id, []);
    if (found) return found;
  }
  return null;
}
