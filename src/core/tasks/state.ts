import type { Criterion } from '../criteria/criterion.ts';
import type { Entry } from './entry.ts';
import type { Failure, ListChoices, ListEventOf } from './events.ts';
import type { Task } from './task.ts';

/**
 * waiting → running (its loop) → finished (the loop's checks hold) → integrating → verified (on the merged tree) → integrated
 * (the branch has it). Ticked and skipped tasks are never run; a failed one can be retried.
 */
export type TaskStatus =
  | 'waiting'
  | 'running'
  | 'finished'
  | 'integrating'
  | 'verified'
  | 'integrated'
  | 'failed'
  | 'skipped'
  | 'ticked';

/** A loop of the list, in its own worktree. */
export interface ListLoop {
  loop: string;
  worktree: string;
  attempt: number;
}

/** Several loops that make the same change, until one of them is kept. */
export interface BakeOff {
  base: string;
  seed: string;
  entries: (Entry & { result: Omit<ListEventOf<'entry-ended'>, 'type' | 'task' | 'loop' | 'spent'> | null })[];
  decided: Omit<ListEventOf<'bake-off-decided'>, 'type' | 'task'> | null;
}

export interface TaskState {
  task: Task;
  status: TaskStatus;
  /** The loop that makes the change, and where it started from; of a bake-off, the one that is kept. */
  work: (ListLoop & { base: string }) | null;
  bakeOff: BakeOff | null;
  /** The number of the next loop of this task, counting from 1. */
  nextAttempt: number;
  /** An ended loop is to be continued: the person said so. */
  goesOn: boolean;
  /** The change as a commit on its base; null if nothing changed, or not yet. */
  commit: string | null;
  /** What it is judged by; empty until its loop has ended. */
  checks: Criterion[];
  /** When its loop ended: integrations take turns in this order. */
  finishedSeq: number | null;
  integration: ListEventOf<'integration-started'> | null;
  verified: ListEventOf<'integration-verified'> | null;
  refusals: { why: 'conflict' | 'checks' | 'guard'; reason: string }[];
  failure: { why: Failure; reason: string; hint: string | null; branch: string | null } | null;
  skippedBecause: string | null;
  /** By loop; the cost is null if an agent did not say. */
  spent: Record<string, { launches: number; costUsd: number | null }>;
  startedAt: number | null;
  endedAt: number | null;
}

export interface ListState {
  id: string;
  source: string | null;
  workspace: { root: string; cwd: string };
  base: string;
  branch: string;
  /** The last integrated commit, which the branch names. */
  head: string;
  /** In the order of the file; those added later last. */
  tasks: TaskState[];
  own: Criterion[];
  /** Null until the project's own checks were run. */
  ownHolding: Criterion[] | null;
  ownFailing: { check: Criterion; reason: string }[];
  choices: ListChoices;
  createdAt: number;
  lastAt: number;
  lastSeq: number;
  status: 'running' | 'paused' | 'ended';
  pausedBecause: string | null;
  ended: { ending: 'completed' | 'incomplete' | 'budget'; reason: string; at: number } | null;
}

export function findTask(state: ListState, id: string): TaskState {
  const found = state.tasks.find(({ task }) => task.id === id);
  if (!found) throw new Error(`${state.id} has no task ${id}`);
  return found;
}

/** What a merged tree must pass: the task's checks, those of every integrated task, and the project's own. */
export function requiredChecks(state: ListState, id: string): Criterion[] {
  const integrated = state.tasks.filter(({ status }) => status === 'integrated');
  const all = [findTask(state, id), ...integrated].flatMap(({ checks }) => checks);
  const byMeaning = new Map([...all, ...(state.ownHolding ?? [])].map((check) => [meaningOf(check), check]));
  return [...byMeaning.values()];
}

/** The same for the same check, however it was worded. */
function meaningOf({ id: _, text: __, ...check }: Criterion): string {
  return JSON.stringify(check, Object.keys(check).sort());
}

/** What the agents have cost, of one task or all; null if one did not say. */
export function costOf(tasks: readonly Pick<TaskState, 'spent'>[]): number | null {
  return loopsOf(tasks).reduce<number | null>(
    (sum, { costUsd }) => (sum === null || costUsd === null ? null : sum + costUsd),
    0,
  );
}

/** At least this much: costs that are unknown do not count. */
export function knownCostOf(tasks: readonly Pick<TaskState, 'spent'>[]): number {
  return loopsOf(tasks).reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
}

export function launchesOf(tasks: readonly Pick<TaskState, 'spent'>[]): number {
  return loopsOf(tasks).reduce((sum, { launches }) => sum + launches, 0);
}

const loopsOf = (tasks: readonly Pick<TaskState, 'spent'>[]) => tasks.flatMap(({ spent }) => Object.values(spent));
