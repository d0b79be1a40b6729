import { z } from 'zod';

const lintCommandSchema = z.object({
  /** How its output is read: `eslint`, `tsc`. */
  linter: z.string(),
  /** The folder it runs in, relative to the root: empty for the root itself. */
  folder: z.string(),
  command: z.string(),
  timeoutMs: z.number(),
  /** What in the project asks for it. */
  why: z.string(),
});

/**
 * What the project is measured with beside its checks, as it was found before any work: an agent that removes a linter or
 * its configuration does not remove it from the measure.
 */
export const toolchainSchema = z.object({
  linters: z.array(lintCommandSchema),
  /** Configured, but not installed. */
  missing: z.array(z.string()),
  /** Runs in the folder that the loop was started from. */
  build: z.string().nullable(),
});
export type Toolchain = z.infer<typeof toolchainSchema>;
