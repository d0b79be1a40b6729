import { z } from 'zod';

/** One entry of a list, as its file says it, whatever the format. */
export const taskSchema = z.object({
  /** Unique in the list: `US-001`, or a slug of the title. */
  id: z.string(),
  title: z.string(),
  /** What else the file says of it; part of the prompt. */
  body: z.string(),
  /** Checks named by a person. One that no machine can check is refused, and the task with it. */
  until: z.array(z.string()),
  /** Acceptance criteria in prose: those that a machine can check are checks, the others only go into the prompt. */
  acceptance: z.array(z.string()),
  /** Ids of the tasks that must be integrated before. */
  after: z.array(z.string()),
  only: z.array(z.string()),
  /** Agents in order of preference; empty: those of the list. */
  agents: z.array(z.string()),
  maxCostUsd: z.number().positive().nullable(),
  /** Lower numbers first; tasks without one last, in the order of the file. */
  priority: z.number().nullable(),
  /** The file says that it is done: it is not run. */
  isTicked: z.boolean(),
});
export type Task = z.infer<typeof taskSchema>;
