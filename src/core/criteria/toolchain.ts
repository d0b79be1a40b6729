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

export const ecosystems = ['node', 'python', 'ruby', 'php', 'go', 'rust', 'elixir', 'deno', 'java'] as const;
export type Ecosystem = (typeof ecosystems)[number];

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
  /** How its dependencies are installed, by the lock files that it has; logs from before this do not have it. */
  install: z.partialRecord(z.enum(ecosystems), z.string()).optional(),
  /** The packages that it names as its dependencies, as Node and Python spell them; logs from before this do not have it. */
  declared: z.array(z.string()).optional(),
  /** Installs in the judge's room what a changed lock file names, if there is no `setup`. */
  reinstall: z.string().nullable().optional(),
});
export type Toolchain = z.infer<typeof toolchainSchema>;
