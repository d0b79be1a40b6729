/** A place in a file of the project; paths are relative to the folder in which the tests run. */
export interface Place {
  path: string;
  line: number;
}

export interface RepairTest {
  /** The same in every run; unique within the project. */
  id: string;
  /** Relative; null if the runner does not report it. */
  file: string | null;
  /** Its name within the file, as reported by the runner's driver. */
  name: string;
  status: 'passed' | 'failed' | 'skipped';
  message: string | null;
  /** Where the failure came from within the project, innermost first. */
  frames: Place[];
  /** The lines it ran, by file; null if unknown. */
  covered: ReadonlyMap<string, ReadonlySet<number>> | null;
}

/** The result of a test run. `complete` is false if it was cut short: by the plan, a crash or the time limit. */
export interface TestOutcome {
  tests: RepairTest[];
  complete: boolean;
  reason: string | null;
  /** Time of the parts that completed. */
  durationMs: number;
}

/** When a run may stop: a test that must pass fails, or more than `allowed` of the others do. */
export interface RunPlan {
  files: readonly string[];
  /** Ids: no other tests of these files run. Only for a runner that `selects`. */
  only?: ReadonlySet<string>;
  /** Ids. */
  mustPass: ReadonlySet<string>;
  allowed: number;
  /** For a warm runner: what to change in its copy of the unchanged program. */
  changes?: readonly { path: string; after: string }[];
}

/** Much faster than a runner but less reliable: what passes here is checked again. */
export interface WarmRunner {
  run(plan: RunPlan, timeoutMs: number, signal: AbortSignal): Promise<TestOutcome>;
  close(): void;
}

/**
 * Runs the project's tests in a copy of it. Neither method rejects because tests failed, crashed or hung. Both stop what
 * they started before they resolve, and resolve early if the signal fires.
 */
export interface TestRunner {
  name: string;
  /** It can run single tests of a file. */
  selects?: boolean;
  /** All tests, with as much information for localisation as possible. A file that takes longer than `fileMs` counts as hanging. */
  survey(folder: string, timeoutMs: number, signal: AbortSignal, fileMs?: number): Promise<TestOutcome>;
  /** The tests of some files. */
  run(folder: string, plan: RunPlan, timeoutMs: number, signal: AbortSignal): Promise<TestOutcome>;
  /** A warm runner over a copy of the unchanged program, if the runner supports it. */
  warm?(from: string, place: string): Promise<WarmRunner>;
  /** Stops its background processes. */
  close?(): void;
}

export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** One change worth trying: its edits and where they came from. */
export interface Candidate {
  path: string;
  edits: Edit[];
  /** The operator class. */
  operator: string;
  /** For display: `<` → `<=`. */
  label: string;
  line: number;
  /** Higher is tried earlier. */
  priority: number;
  /** It takes a value that nothing but the tests speaks for. */
  isGuess?: boolean;
  /** It asks another kind of question. */
  changesKind?: boolean;
}
