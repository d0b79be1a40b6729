import type { ListEvent } from '../../core/tasks/events.ts';
import { isContinued } from '../../core/tasks/outcome.ts';
import { listProblems } from '../../core/tasks/ready.ts';
import type { ListState, TaskState } from '../../core/tasks/state.ts';
import { suggest } from '../../core/text/nearest.ts';
import { UsageError } from '../../system/usage-error.ts';
import { refuseBeneathAgent } from '../beneath-agent.ts';
import type { AppContext } from '../context.ts';
import { tasksOf } from './formats/draft.ts';
import { withListSession } from './list-session.ts';
import { readListHere } from './read-list-here.ts';

/** What people change of a list that no process runs. Each is an event; what it means happens when the list is resumed. */

export async function retryTask(
  context: AppContext,
  { list, task: id, fresh }: { list: string | undefined; task: string; fresh: boolean },
): Promise<ListState> {
  return change(context, 'retry', list, (state) => {
    const one = taskNamed(state, id);
    // Nobody works on it now: what is under way, or was to go on, may start over.
    const isOpen = one.status === 'running' || one.status === 'finished';
    if (one.status !== 'failed' && one.status !== 'skipped' && !(fresh && isOpen))
      throw new UsageError(`${id} is ${one.status}: only a failed or skipped task can be tried again`);
    const goesOn = one.failure !== null && isContinued(one.failure.why);
    return { type: 'task-retried', task: one.task.id, fresh: fresh || !goesOn };
  });
}

export async function skipTask(
  context: AppContext,
  { list, task: id, reason }: { list: string | undefined; task: string; reason: string | null },
): Promise<ListState> {
  return change(context, 'skip', list, (state) => {
    const one = taskNamed(state, id);
    if (one.status === 'integrated') throw new UsageError(`${id} is integrated already`);
    if (one.status === 'verified')
      throw new UsageError(`${id} is verified and about to be integrated`, 'jumar tasks resume');
    return { type: 'task-skipped', task: one.task.id, reason };
  });
}

export interface NewTask {
  list: string | undefined;
  title: string;
  id?: string | undefined;
  until: string[];
  after: string[];
  only: string[];
}

export async function addTask(
  context: AppContext,
  { list, ...task }: NewTask,
): Promise<{ state: ListState; id: string }> {
  let id = '';
  const state = await change(context, 'add', list, (now) => {
    const known = now.tasks.map((one) => ({ ...one.task, at: one.task.id }));
    const tasks = tasksOf([...known, { ...task, at: 'the new task' }]);
    const [problem] = listProblems(tasks);
    if (problem) throw new UsageError(problem.message, problem.hint);
    const added = tasks.at(-1);
    if (!added) throw new Error('nothing was added');
    id = added.id;
    return { type: 'task-added', task: added };
  });
  return { state, id };
}

function taskNamed(state: ListState, id: string): TaskState {
  const found = state.tasks.find(({ task }) => task.id === id);
  if (found) return found;
  const ids = state.tasks.map(({ task }) => task.id);
  const meant = suggest(id, ids);
  throw new UsageError(`${state.id} has no task ${id}`, meant ? `did you mean ${meant}?` : `it has ${ids.join(', ')}`);
}

async function change(
  context: AppContext,
  verb: string,
  list: string | undefined,
  eventFor: (state: ListState) => ListEvent,
): Promise<ListState> {
  await refuseBeneathAgent(context, `tasks ${verb}`);
  const { project, state: found } = await readListHere(context, list);
  const purpose = `jumar tasks ${verb}`;
  return withListSession(
    { project, list: found.id, purpose },
    () => {},
    (state) => [eventFor(state ?? found)],
    async (session) => session.state,
  );
}
