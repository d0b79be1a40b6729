import { z } from 'zod';

export const testCountsSchema = z.object({
  total: z.int(),
  passed: z.int(),
  failed: z.int(),
  skipped: z.int(),
});
export type TestCounts = z.infer<typeof testCountsSchema>;

/** A failure in the words of whoever reported it: one line each, cut where they are long. */
const toldFailureSchema = z.object({ name: z.string(), message: z.string(), location: z.string().nullable() });
export type ToldFailure = z.infer<typeof toldFailureSchema>;

/**
 * What verification found for one criterion. `unmeasured` is neither a pass nor a failure: the command could not be
 * found or started, ran into its timeout, or exited 0 without executing a test.
 */
export const verdictSchema = z.object({
  criterion: z.string(),
  outcome: z.enum(['pass', 'fail', 'unmeasured']),
  /** One sentence for people: `exit 1`, `exit 0, but no test ran`, `command not found: pytest`. */
  reason: z.string(),
  /** Why it could not be measured, where it could not; `incomplete`: the tests did not run whole. */
  unmeasured: z
    .enum(['not-found', 'not-started', 'timeout', 'no-tests', 'no-metric', 'incomplete', 'unreadable'])
    .nullable(),
  /** What a metric was measured with; a criterion that runs a command names it itself. */
  command: z.string().optional(),
  exitCode: z.int().nullable(),
  durationMs: z.number(),
  /** Test counts, where the output told them. */
  tests: testCountsSchema.nullable(),
  /** The run ended before all tests were counted. */
  partial: z.literal(true).optional(),
  /** The part of the output that the next prompt may show; bounded by `progress.maxChars`. */
  excerpt: z.string(),
  /** The first failures that the output tells of, where it was understood; at most 10. */
  failures: z.array(toldFailureSchema).optional(),
  /** It both passed and failed on the same tree. */
  flaky: z.boolean().optional(),
  /** The whole output, relative to the loop's folder; null where nothing ran. */
  outputFile: z.string().nullable(),
  /** The result of an earlier run on the same tree: nothing was run this time. */
  cached: z.boolean().optional(),
});
export type Verdict = z.infer<typeof verdictSchema>;

/** Every criterion holds. No verdict at all is not a pass. */
export function allHold(verdicts: readonly Verdict[]): boolean {
  return verdicts.length > 0 && verdicts.every((verdict) => verdict.outcome === 'pass');
}
