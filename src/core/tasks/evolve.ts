import type { ListEvent, ListEventOf, ListRecord, ListSpent } from './events.ts';
import type { ListState, TaskState } from './state.ts';
import type { Task } from './task.ts';

/** The state after one more record. Pure; throws only for a log that no version of this program writes. */
export function evolveList(state: ListState | null, { seq, at, event }: ListRecord): ListState {
  if (state === null) {
    if (event.type !== 'list-created') throw new Error(`the log begins with ${event.type}`);
    return created(event, at, seq);
  }
  return { ...apply(state, event, at, seq), lastAt: at, lastSeq: seq };
}

function created(event: ListEventOf<'list-created'>, at: number, seq: number): ListState {
  const { list: id, source, workspace, base, branch, own, choices } = event;
  return {
    ...{ id, source, workspace, base, branch, own, choices },
    head: base,
    tasks: event.tasks.map(newTask),
    ownHolding: null,
    ownFailing: [],
    createdAt: at,
    lastAt: at,
    lastSeq: seq,
    status: 'running',
    pausedBecause: null,
    ended: null,
  };
}

function apply(state: ListState, event: ListEvent, at: number, seq: number): ListState {
  switch (event.type) {
    case 'list-created':
      throw new Error('the list was created twice');
    case 'list-session-started':
      return { ...state, status: 'running', pausedBecause: null, ended: null, choices: event.choices };
    case 'own-checked':
      return { ...state, ownHolding: event.holding, ownFailing: event.failing };
    case 'task-added':
      return { ...state, tasks: [...state.tasks, newTask(event.task)] };
    case 'list-paused':
      return { ...state, status: 'paused', pausedBecause: event.reason };
    case 'list-ended':
      return { ...state, status: 'ended', ended: { ending: event.ending, reason: event.reason, at } };
    case 'task-integrated':
      return { ...withTask(state, event, at, seq), head: event.commit };
    default:
      return withTask(state, event, at, seq);
  }
}

type TaskEvent = Extract<ListEvent, { task: string }>;

function withTask(state: ListState, event: TaskEvent, at: number, seq: number): ListState {
  if (!state.tasks.some(({ task }) => task.id === event.task)) throw new Error(`there is no task ${event.task}`);
  return {
    ...state,
    tasks: state.tasks.map((one) => (one.task.id === event.task ? evolveTask(one, event, at, seq) : one)),
  };
}

function evolveTask(task: TaskState, event: TaskEvent, at: number, seq: number): TaskState {
  switch (event.type) {
    case 'task-skipped':
      return { ...task, status: 'skipped', skippedBecause: event.reason, endedAt: at };
    case 'task-retried':
      return retried(task, event.fresh);
    case 'task-started': {
      const { loop, worktree, attempt, base } = event;
      const work = { loop, worktree, attempt, base };
      return { ...task, status: 'running', work, nextAttempt: attempt + 1, startedAt: task.startedAt ?? at };
    }
    case 'task-loop-ended': {
      const { commit, checks } = event;
      return { ...spending(task, event), status: 'finished', commit, checks, finishedSeq: seq, goesOn: false };
    }
    case 'bake-off-started': {
      const { base, seed, entries, attempt } = event;
      const bakeOff = { base, seed, entries: entries.map((entry) => ({ ...entry, result: null })), decided: null };
      return { ...task, status: 'running', bakeOff, nextAttempt: attempt + 1, startedAt: task.startedAt ?? at };
    }
    case 'entry-ended':
      return entryEnded(spending(task, event), event);
    case 'bake-off-decided':
      return decided(task, event, at, seq);
    case 'task-failed': {
      const { why, reason, hint, branch } = event;
      const failure = { why, reason, hint, branch };
      return { ...spending(task, event), status: 'failed', failure, goesOn: false, endedAt: at };
    }
    case 'integration-started':
      return { ...task, status: 'integrating', integration: event };
    case 'integration-refused': {
      const { why, reason } = event;
      return { ...spending(task, event), status: 'finished', refusals: [...task.refusals, { why, reason }] };
    }
    case 'integration-verified':
      return { ...spending(task, event), status: 'verified', verified: event };
    case 'task-integrated':
      return { ...task, status: 'integrated', endedAt: at };
  }
}

function entryEnded(task: TaskState, { type: _, task: __, spent: ___, loop, ...result }: ListEventOf<'entry-ended'>) {
  if (!task.bakeOff) throw new Error(`${task.task.id} has no bake-off`);
  const entries = task.bakeOff.entries.map((entry) => (entry.loop === loop ? { ...entry, result } : entry));
  return { ...task, bakeOff: { ...task.bakeOff, entries } };
}

/** The kept loop is that of the task from then on; without one, the task has failed. */
function decided(task: TaskState, event: ListEventOf<'bake-off-decided'>, at: number, seq: number): TaskState {
  const { type: _, task: __, ...decided } = event;
  if (!task.bakeOff) throw new Error(`${task.task.id} has no bake-off`);
  const over = { ...task, bakeOff: { ...task.bakeOff, decided }, goesOn: false };
  const kept = task.bakeOff.entries.find(({ loop }) => loop === decided.winner);
  if (!kept?.result) {
    const failure = decided.failure ?? { why: 'stalled' as const, reason: decided.reason, hint: null };
    return { ...over, status: 'failed', failure: { ...failure, branch: null }, endedAt: at };
  }
  const work = { loop: kept.loop, worktree: kept.worktree, attempt: task.nextAttempt - 1, base: task.bakeOff.base };
  const { commit, checks } = kept.result;
  return { ...over, status: 'finished', work, commit, checks, finishedSeq: seq };
}

/** A task whose change exists is only integrated again, unless it is to start over. */
function retried(task: TaskState, fresh: boolean): TaskState {
  const open = { ...task, failure: null, skippedBecause: null, refusals: [], endedAt: null };
  if (!fresh && task.finishedSeq !== null) return { ...open, status: 'finished' };
  if (!fresh && task.work !== null) return { ...open, status: 'running', goesOn: true };
  if (!fresh && task.bakeOff !== null) {
    const entries = task.bakeOff.entries.map((entry) => ({ ...entry, result: null }));
    return { ...open, status: 'running', goesOn: true, bakeOff: { ...task.bakeOff, entries, decided: null } };
  }
  return { ...open, status: 'waiting', work: null, bakeOff: null, commit: null, checks: [], finishedSeq: null };
}

function spending(task: TaskState, { spent }: { spent: ListSpent | null }): TaskState {
  if (spent === null) return task;
  const { loop, launches, costUsd } = spent;
  return { ...task, spent: { ...task.spent, [loop]: { launches, costUsd } } };
}

function newTask(task: Task): TaskState {
  return {
    task,
    status: task.isTicked ? 'ticked' : 'waiting',
    work: null,
    bakeOff: null,
    nextAttempt: 1,
    goesOn: false,
    commit: null,
    checks: [],
    finishedSeq: null,
    integration: null,
    verified: null,
    refusals: [],
    failure: null,
    skippedBecause: null,
    spent: {},
    startedAt: null,
    endedAt: null,
  };
}
