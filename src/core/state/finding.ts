import { z } from 'zod';
import { severitySchema } from '../metrics/alerts.ts';

const location = z.object({ path: z.string(), line: z.int() }).nullable();

/** One suspicious change that the guard saw between the baseline and an iteration. */
export const findingSchema = z.object({
  id: z.string(),
  pattern: z.string(),
  type: z.string(),
  severity: severitySchema,
  confidence: z.number(),
  before: location,
  after: location,
  excerptBefore: z.string(),
  excerptAfter: z.string(),
  why: z.string(),
  fix: z.string(),
  /** The task plainly asks for it: shown, never blocking. */
  expectedByTask: z.boolean(),
  /** Critical or high, and neither expected nor allowed beforehand. */
  blocking: z.boolean(),
});
export type LoopFinding = z.infer<typeof findingSchema>;
