import { z } from 'zod';

/** The kind of failure, as far as the tools' output shows it. */
export const failureKindSchema = z.enum([
  'missing-module',
  'syntax',
  'type',
  'undefined',
  'timeout',
  'lint',
  'assertion',
  'exception',
  'no-change',
  'unmeasured',
  'held-back',
  'unknown',
]);
export type FailureKind = z.infer<typeof failureKindSchema>;

const sourceSchema = z.enum(['rules', 'model']);

/** What failed, why, and what to try instead: made after a failed iteration, from its evidence. */
export const reflectionSchema = z.object({
  kind: failureKindSchema,
  whatFailed: z.string(),
  why: z.string(),
  whatToTry: z.string(),
  /** Tests that fail, were repaired and were broken, by name if names are known; at most 10 of each. */
  failing: z.array(z.string()),
  fixed: z.array(z.string()),
  broken: z.array(z.string()),
  /** What the iteration changed; at most 12. */
  files: z.array(z.string()),
  /** Earlier iterations that made the same change, or changed the same files and failed in the same way. */
  repeats: z.array(z.int()),
  /** Two reflections with the same signature say the same. */
  signature: z.string(),
  source: sourceSchema,
});
export type Reflection = z.infer<typeof reflectionSchema>;

export const summarySchema = z.object({ text: z.string(), source: sourceSchema });

/** What was learned in an earlier loop, as the prompt of this one is given it. */
export const lessonSchema = z.object({
  /** The loop it comes from. */
  loop: z.string(),
  project: z.string(),
  task: z.string(),
  taskType: z.string(),
  kind: failureKindSchema,
  /** The failures that the loop began with: names, messages and places, one line each. */
  failures: z.array(z.string()),
  /** What the kept iteration changed. */
  files: z.array(z.string()),
  /** Of the project; lessons from before this do not have it. */
  languages: z.array(z.string()).optional(),
  outcome: z.enum(['solved', 'unsolved']),
  /** What finally worked, or what did not. */
  lesson: z.string(),
  iterations: z.int(),
  /** Milliseconds since the epoch. */
  at: z.number(),
});
export type Lesson = z.infer<typeof lessonSchema>;
