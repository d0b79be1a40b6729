export interface ProbeContext {
  /** The probe's own folder, with the assets in it. */
  folder: string;
  /** Where reports go. */
  out: string;
  /** The environment that the command is started with. */
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** Where runners are to write coverage; null where it is not asked for. Its presence tells the probes. */
  coverage: string | null;
}

/**
 * The variables by which one family of runners is made to report. Keeps what the user has set: a value that is already
 * there is added to, or the part steps back. A new one is a file like the others and a line in `index.ts`.
 */
export type ProbePart = (context: ProbeContext) => Promise<Record<string, string>>;
