export interface ProbeContext {
  /** The probe's own folder, with the assets in it. */
  folder: string;
  /** Where reports go. */
  out: string;
  /** The environment of the command. */
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** The same folder as the command sees it. */
  seenCwd: string;
  /** The folder for coverage; null if it is not requested. The probes check whether the folder exists. */
  coverage: string | null;
}

/**
 * Returns the variables that make one family of runners report. It respects the user's settings: an existing value is
 * extended, or the part does nothing. To add one, create a file and list it in `index.ts`.
 */
export type ProbePart = (context: ProbeContext) => Promise<Record<string, string>>;
