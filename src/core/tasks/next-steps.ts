import { entrantsOf } from './entry.ts';
import { readyTasks } from './ready.ts';
import { knownCostOf, type ListState, type TaskState } from './state.ts';

export type ListStep =
  | { type: 'check-own' }
  /** Start its loop, or continue it. */
  | { type: 'run-loop'; task: string }
  /** Name the loops of several agents that are to do it side by side. */
  | { type: 'start-bake-off'; task: string }
  | { type: 'run-entry'; task: string; loop: string }
  /** All of its loops have ended: keep the best. */
  | { type: 'decide-bake-off'; task: string }
  /** Bring its change onto the branch's head and verify it there, or continue doing so. */
  | { type: 'integrate'; task: string }
  /** Its tries are used up: its change stays on a branch of its own. */
  | { type: 'give-up'; task: string }
  | { type: 'move-branch'; task: string }
  | { type: 'end'; ending: 'completed' | 'incomplete' | 'budget'; reason: string };

/** The key of whatever is under way: a task, a loop of its bake-off, or the project's own checks. */
export function keyOf(step: Exclude<ListStep, { type: 'end' }>): string {
  return step.type === 'run-entry' ? step.loop : 'task' in step ? step.task : OWN;
}
const OWN = '';

/**
 * What may begin now, beside what is under way. Integrations take turns, come before new work and take a place like a loop: with
 * one job, each task starts from the tree that the one before it was integrated into. An end comes alone, with nothing under way.
 */
export function nextSteps(state: ListState, underWay: ReadonlySet<string>): ListStep[] {
  if (state.ownHolding === null) return underWay.has(OWN) ? [] : [{ type: 'check-own' }];
  const isFree = ({ task }: TaskState) => !underWay.has(task.id);
  const withStatus = (status: TaskState['status']) => state.tasks.filter((one) => one.status === status);
  const steps: ListStep[] = [];
  const places = () => state.choices.jobs - underWay.size - steps.length;

  const [next] = [
    ...withStatus('verified'),
    ...withStatus('integrating'),
    ...withStatus('finished').sort((a, b) => (a.finishedSeq ?? 0) - (b.finishedSeq ?? 0)),
  ];
  const integrates = state.tasks.some(
    (one) => !isFree(one) && (one.status === 'finished' || one.status === 'integrating' || one.status === 'verified'),
  );
  // An integration moves no agent, in the usual case: it need not wait for a place.
  if (next && !integrates) steps.push({ type: integrationOf(next, state), task: next.task.id });

  const isSpent = overBudget(state);
  const begin = (step: ListStep) => {
    if (places() > 0 && !isSpent) steps.push(step);
  };
  for (const one of withStatus('running').filter(isFree)) {
    const { id } = one.task;
    if (one.bakeOff === null) begin({ type: 'run-loop', task: id });
    else if (one.bakeOff.entries.every(({ result }) => result !== null))
      steps.push({ type: 'decide-bake-off', task: id });
    else
      for (const { loop, result } of one.bakeOff.entries)
        if (result === null && !underWay.has(loop)) begin({ type: 'run-entry', task: id, loop });
  }
  for (const { task } of readyTasks(state).filter(isFree)) {
    const isBakeOff = entrantsOf(state.choices, task).length > 1;
    begin({ type: isBakeOff ? 'start-bake-off' : 'run-loop', task: task.id });
  }

  if (steps.length > 0 || underWay.size > 0) return steps;
  return [endOf(state, isSpent)];
}

function integrationOf({ status, refusals }: TaskState, { choices }: ListState) {
  if (status === 'verified') return 'move-branch';
  return status === 'finished' && refusals.length >= choices.attempts ? 'give-up' : 'integrate';
}

/** Whether the agents have cost what the list may cost. Unknown costs do not count, and are told as unknown. */
export function overBudget(state: ListState): boolean {
  const { maxCostUsd } = state.choices;
  return maxCostUsd !== null && knownCostOf(state.tasks) >= maxCostUsd;
}

function endOf(state: ListState, isSpent: boolean): ListStep {
  const count = (...statuses: TaskState['status'][]) =>
    state.tasks.filter(({ status }) => statuses.includes(status)).length;
  const integrated = count('integrated');
  const left = count('skipped', 'ticked');
  const wanted = state.tasks.length - left;
  const reason = `${integrated} of ${wanted} tasks integrated and verified`;
  if (integrated === wanted) return { type: 'end', ending: 'completed', reason };
  const open = count('waiting', 'running') > 0;
  return isSpent && open
    ? { type: 'end', ending: 'budget', reason: `${reason}; the budget of ${state.choices.maxCostUsd} US$ is used up` }
    : { type: 'end', ending: 'incomplete', reason };
}
