import { z } from 'zod';

const count = z.int().nonnegative();

/** How the tests met small faults in the lines of a change. */
export const mutantCountsSchema = z.object({
  /** A test failed that passes without it. */
  killed: count,
  /** All tests passed. */
  survived: count,
  /** It ran much longer than the tests do: it may have been noticed or not. */
  timedOut: count,
  /** It could not be loaded or was refused by a check that is no test, so no test could notice it. */
  invalid: count,
  /** There was no time for it. */
  untried: count,
  /** How many the change allows; the others were left out, evenly. */
  possible: count,
});
export type MutantCounts = z.infer<typeof mutantCountsSchema>;

export const NO_MUTANTS: MutantCounts = { killed: 0, survived: 0, timedOut: 0, invalid: 0, untried: 0, possible: 0 };

/** A fault that no test noticed. */
export const survivorSchema = z.object({
  path: z.string(),
  line: z.int(),
  operator: z.string(),
  /** The line with the fault; empty if it was taken away. */
  before: z.string(),
  after: z.string(),
  /** Only the test files that reach the line ran: there was no time for the others. */
  partly: z.literal(true).optional(),
});
export type Survivor = z.infer<typeof survivorSchema>;

export function survivorText({ path, line, before, after, partly }: Survivor): string {
  const change = after === '' ? `without \`${before}\`` : `\`${before}\` → \`${after}\``;
  return `${path}:${line} ${change}${partly ? ' (by the tests that reach it)' : ''}`;
}

/** A source file of which no mutant can be made. */
export const unmutatedSchema = z.object({ reason: z.string(), count, paths: z.array(z.string()) });
export type Unmutated = z.infer<typeof unmutatedSchema>;
