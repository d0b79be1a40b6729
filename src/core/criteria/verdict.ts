import { z } from 'zod';
import { reportedFailureSchema } from '../failures/reported-failure.ts';
import { testCountsSchema } from '../metrics/test-counts.ts';

/**
 * What verification found for one criterion. `unmeasured` is neither a pass nor a failure: the command could not be
 * found or started, ran into its timeout, or exited 0 without executing a test.
 */
export const verdictSchema = z.object({
  criterion: z.string(),
  outcome: z.enum(['pass', 'fail', 'unmeasured']),
  /** One sentence for people: `exit 1`, `exit 0, but no test ran`, `command not found: pytest`. */
  reason: z.string(),
  /** Why it could not be measured, if it could not; `incomplete`: the tests did not run whole; `no-script`: the project lacks what it names. */
  unmeasured: z
    .enum([
      'not-found',
      'no-script',
      'not-started',
      'timeout',
      'no-tests',
      'no-metric',
      'incomplete',
      'unreadable',
      'tree-changed',
      'outside-changed',
    ])
    .nullable(),
  /** What a metric was measured with; a criterion that runs a command names it itself. */
  command: z.string().optional(),
  exitCode: z.int().nullable(),
  durationMs: z.number(),
  /** Test counts, if the output has them. */
  tests: testCountsSchema.nullable(),
  /** What counted them: `vitest`, `node:test`; logs from before this do not have it. */
  runner: z.string().optional(),
  /** The run ended before all tests were counted. */
  partial: z.literal(true).optional(),
  /** The part of the output that the next prompt may show; bounded by `progress.maxChars`. */
  excerpt: z.string(),
  /** The first failures in the output, if it was understood; at most 10. */
  failures: z.array(reportedFailureSchema).optional(),
  /** It both passed and failed on the same tree. */
  flaky: z.boolean().optional(),
  /** The whole output, relative to the loop's folder; null if nothing ran. */
  outputFile: z.string().nullable(),
  /** What may be missing where it ran, and how a person gives it, one sentence each. */
  advice: z.array(z.string()).optional(),
  /** The result of an earlier run on the same tree: nothing was run this time. */
  cached: z.boolean().optional(),
});
export type Verdict = z.infer<typeof verdictSchema>;

/** Every criterion holds. No verdict at all is not a pass. */
export function allHold(verdicts: readonly Verdict[]): boolean {
  return verdicts.length > 0 && verdicts.every((verdict) => verdict.outcome === 'pass');
}
