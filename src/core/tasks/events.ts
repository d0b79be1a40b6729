import { z } from 'zod';
import { criterionSchema } from '../criteria/criterion.ts';
import { endingSchema } from '../state/decision.ts';
import type { Recorded } from '../state/events.ts';
import { entryFiguresSchema, entrySchema } from './entry.ts';
import { taskSchema } from './task.ts';

/** Raised whenever an event's shape changes. */
export const LIST_EVENT_VERSION = 2;

const task = z.string();
const commit = z.string();
/** A loop, and the worktree that it works in. The event comes before either exists. */
const loop = { loop: z.string(), worktree: z.string(), attempt: z.int().positive() };
/** What a loop of the task has spent by now, over all its sessions. */
const spent = z
  .object({ loop: z.string(), launches: z.int().nonnegative(), costUsd: z.number().nullable() })
  .nullable();
export type ListSpent = NonNullable<z.infer<typeof spent>>;

/** What the loops of the list are started with, beside what their task says. */
export const listChoicesSchema = z.object({
  jobs: z.int().positive(),
  maxCostUsd: z.number().positive().nullable(),
  /** How often a task that conflicts or breaks a check gets a loop to bring it in. */
  attempts: z.int().positive(),
  agents: z.array(z.string()).nullable(),
  agentCommand: z.string().nullable(),
  model: z.string().nullable(),
  sandbox: z.string().nullable(),
  maxIterations: z.number().nullable(),
  timeoutMinutes: z.number().nullable(),
  /** Run in each worktree before its checks; null for that of the settings. */
  setup: z.string().nullable().default(null),
  /** How many runs of an agent there may be at once; others are not limited. */
  agentSlots: z.record(z.string(), z.int().positive()).default({}),
  /** Agents that each do every task side by side; the best change is kept. */
  bakeOff: z.array(z.string()).default([]),
  /** How many loops each of them has, or the agents of the list. */
  samples: z.int().positive().default(1),
  /** Settings of every loop, by the keys of the configuration file. */
  settings: z.record(z.string(), z.unknown()).default({}),
});
export type ListChoices = z.infer<typeof listChoicesSchema>;

/** Why a task did not make it: the ending of its loop, or what happened around it. */
export const failureSchema = z.enum([...endingSchema.options, 'refused', 'cannot-start', 'paused', 'not-integrated']);
export type Failure = z.infer<typeof failureSchema>;

/** Every fact a list can record. A task is done when `task-integrated` says so, and at no other time. */
export const listEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('list-created'),
    list: z.string(),
    /** The file that it was read from. */
    source: z.string().nullable(),
    workspace: z.object({ root: z.string(), cwd: z.string() }),
    /** Where the branch starts. */
    base: commit,
    branch: z.string(),
    tasks: z.array(taskSchema),
    /** Checks of the project, required of every task if they hold before any work. */
    own: z.array(criterionSchema),
    choices: listChoicesSchema,
    version: z.string(),
  }),
  z.object({ type: z.literal('list-session-started'), pid: z.int(), resumed: z.boolean(), choices: listChoicesSchema }),
  /** The project's own checks were run before any work. */
  z.object({
    type: z.literal('own-checked'),
    holding: z.array(criterionSchema),
    failing: z.array(z.object({ check: criterionSchema, reason: z.string() })),
  }),
  z.object({ type: z.literal('task-added'), task: taskSchema }),
  z.object({ type: z.literal('task-skipped'), task, reason: z.string().nullable() }),
  /** `fresh`: with a new loop; otherwise its last one goes on. */
  z.object({ type: z.literal('task-retried'), task, fresh: z.boolean() }),
  z.object({ type: z.literal('task-started'), task, base: commit, ...loop }),
  z.object({
    type: z.literal('task-loop-ended'),
    task,
    loop: z.string(),
    /** Its change as one commit on `base`, on no branch; null if it changed nothing. */
    commit: commit.nullable(),
    /** What it was judged by, to be required from now on. */
    checks: z.array(criterionSchema),
    spent,
  }),
  /** Several loops make the same change, each in a worktree of its own. */
  z.object({
    type: z.literal('bake-off-started'),
    task,
    base: commit,
    attempt: z.int().positive(),
    /** Which tests are held out, if any are: the same for all. */
    seed: z.string(),
    entries: z.array(entrySchema),
  }),
  z.object({
    type: z.literal('entry-ended'),
    task,
    loop: z.string(),
    /** Only an entry that completed can be kept. */
    ending: z.enum(['completed', ...failureSchema.options]),
    reason: z.string(),
    commit: commit.nullable(),
    checks: z.array(criterionSchema),
    figures: entryFiguresSchema,
    spent,
  }),
  z.object({
    type: z.literal('bake-off-decided'),
    task,
    /** The loop whose change is kept; null if none completed. */
    winner: z.string().nullable(),
    reason: z.string(),
    /** Why each other was not kept, and the branch that its change stays on. */
    others: z.array(z.object({ loop: z.string(), reason: z.string(), branch: z.string().nullable() })),
    /** What the task fails with if none completed. */
    failure: z.object({ why: failureSchema, reason: z.string(), hint: z.string().nullable() }).nullable(),
  }),
  z.object({
    type: z.literal('task-failed'),
    task,
    why: failureSchema,
    reason: z.string(),
    hint: z.string().nullable(),
    /** A branch with the change, if there is one that was not integrated. */
    branch: z.string().nullable(),
    spent,
  }),
  z.object({
    type: z.literal('integration-started'),
    task,
    onto: commit,
    /** The merged tree as a commit, conflicts in it included. */
    merged: commit,
    conflicts: z.array(z.string()),
    ...loop,
  }),
  z.object({
    type: z.literal('integration-refused'),
    task,
    why: z.enum(['conflict', 'checks', 'guard']),
    reason: z.string(),
    spent,
  }),
  /** The commit exists and its tree was verified; the branch moves next. */
  z.object({
    type: z.literal('integration-verified'),
    task,
    onto: commit,
    commit,
    tree: z.string(),
    checks: z.array(criterionSchema),
    spent,
  }),
  z.object({ type: z.literal('task-integrated'), task, commit }),
  z.object({ type: z.literal('list-paused'), reason: z.string() }),
  z.object({
    type: z.literal('list-ended'),
    ending: z.enum(['completed', 'incomplete', 'budget']),
    reason: z.string(),
  }),
]);
export type ListEvent = z.infer<typeof listEventSchema>;
export type ListEventOf<T extends ListEvent['type']> = Extract<ListEvent, { type: T }>;
export type ListRecord = Recorded<ListEvent>;

export function readListEvent(version: number, raw: unknown): ListEvent {
  if (version > LIST_EVENT_VERSION)
    throw new Error(`written by a newer jumar (event version ${version}, this one reads up to ${LIST_EVENT_VERSION})`);
  return listEventSchema.parse(raw);
}
