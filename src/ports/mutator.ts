/** One small change of a line that the change wrote. */
export interface Mutant {
  path: string;
  line: number;
  operator: string;
  /** The line before and after; an empty text if it was taken away. */
  before: string;
  after: string;
  /** The whole file with it. */
  text: string;
}

export interface Mutants {
  /** In the order in which to try them: any beginning of it is spread evenly over the change. */
  mutants: Mutant[];
  /** How many the change allows. */
  possible: number;
  /** Changed source files of which none can be made, by why. */
  unsupported: { reason: string; paths: string[] }[];
}

export interface MutateRequest {
  /** Commits in the shadow repository: what is written between them is mutated. */
  before: string;
  after: string;
  most: number;
  /** Files that belong to the tests. */
  except: readonly string[];
}

/** Commands in which only the test files run that reach a source file, and that end early if the runner can. */
export interface NarrowedTests {
  /** The commands by what they stand for; those that are not here stay as they are. */
  commands: ReadonlyMap<string, string>;
  /** Empty: all of them, until the first one fails. */
  files: readonly string[];
}

export interface TestedTree {
  commit: string;
  commands: readonly string[];
  /** The folder in which the commands run, relative to the root; empty for the root. */
  folder: string;
}

export interface NarrowRequest extends TestedTree {
  /** The source file. */
  path: string;
}

/** Makes mutants of a change. Both reject if they could not work at all. */
export interface Mutator {
  mutate(request: MutateRequest, signal: AbortSignal): Promise<Mutants>;
  /** Null if the runner can be asked neither for single test files, or none is known to reach the source file, nor to end early. */
  narrow(request: NarrowRequest): Promise<NarrowedTests | null>;
  /** Commands that run just these test files; null if the runner cannot be asked for them. */
  only?(request: TestedTree & { files: readonly string[] }): Promise<NarrowedTests | null>;
}
