/** A place in a file of the project; paths are relative to the folder the tests run in. */
export interface Place {
  path: string;
  line: number;
}

export interface RepairTest {
  /** The same in every run; unique within the project. */
  id: string;
  /** Relative; null where the runner does not say. */
  file: string | null;
  /** Within its file, as the runner's own driver names it. */
  name: string;
  status: 'passed' | 'failed' | 'skipped';
  message: string | null;
  /** Where the failure came from, innermost first, within the project. */
  frames: Place[];
  /** The lines it ran, by file; null where that is not known. */
  covered: ReadonlyMap<string, ReadonlySet<number>> | null;
}

/** How a run of tests went. `complete` is false where it was cut short: by the plan, a crash or the time limit. */
export interface TestOutcome {
  tests: RepairTest[];
  complete: boolean;
  reason: string | null;
  /** Of what came to its end. */
  durationMs: number;
}

/** What a run may stop at: a test that must pass fails, or more than `allowed` of the others do. */
export interface RunPlan {
  files: readonly string[];
  /** Ids. */
  mustPass: ReadonlySet<string>;
  allowed: number;
  /** For a warm runner: what to change in its copy of the unchanged program. */
  changes?: readonly { path: string; after: string }[];
}

/** Much faster than a runner and not quite as true: what it lets through is looked at again. */
export interface WarmRunner {
  run(plan: RunPlan, timeoutMs: number, signal: AbortSignal): Promise<TestOutcome>;
  close(): void;
}

/**
 * Runs the project's tests in a copy of it. Neither method rejects because tests failed, crashed or hung; both end what
 * they started before they resolve, and resolve early where the signal fires.
 */
export interface TestRunner {
  name: string;
  /** All tests, with as much as can be learnt for localisation. A file that takes longer than `fileMs` never ends. */
  survey(folder: string, timeoutMs: number, signal: AbortSignal, fileMs?: number): Promise<TestOutcome>;
  /** The tests of some files. */
  run(folder: string, plan: RunPlan, timeoutMs: number, signal: AbortSignal): Promise<TestOutcome>;
  /** A warm runner over a copy of the unchanged program, where there is such a thing. */
  warm?(from: string, place: string): Promise<WarmRunner>;
  /** Ends what it keeps running. */
  close?(): void;
}

export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** One change worth a try: the file's new text and how it came about. */
export interface Candidate {
  path: string;
  edits: Edit[];
  /** The operator class. */
  operator: string;
  /** For people: `<` → `<=`. */
  label: string;
  line: number;
  /** Higher is tried sooner. */
  priority: number;
}
