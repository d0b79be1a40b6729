import { z } from 'zod';

/** Why a loop ended, in the words of the exit-code table; each maps to one status and one exit code (outcome.ts). */
export const endingSchema = z.enum([
  'completed',
  'not-shown',
  'iteration-limit',
  'time-limit',
  'budget',
  'stalled',
  'cycling',
  'no-ops',
  'regressing',
  'hook',
  'blocked',
  'escalated',
  'agent-cannot-run',
  'could-not-measure',
  'aborted',
]);
export type Ending = z.infer<typeof endingSchema>;

/** What calls for a recovery: the work slipped back, goes round, meets the same error again, or stands still. */
export const triggerSchema = z.enum(['regression', 'cycling', 'stuck', 'stalled']);
export type Trigger = z.infer<typeof triggerSchema>;

/** What was decided after an iteration: by which rule, on which evidence, and how sure. */
export const decisionSchema = z.object({
  action: z.enum(['continue', 'complete', 'stop', 'rollback', 'escalate']),
  rule: z.string(),
  reason: z.string(),
  confidence: z.number().min(0).max(1),
  /** Set if the action ends the loop. */
  ending: endingSchema.nullable(),
  /** Set if the next iteration is the retry of a recovery. */
  recovery: triggerSchema.nullable().default(null),
});
export type Decision = z.infer<typeof decisionSchema>;
