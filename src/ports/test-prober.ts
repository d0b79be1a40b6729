import type { Value } from '../core/verification/inputs/recorded-call.ts';

export interface ProbeRequest {
  /** Commits in the shadow repository: `before` is the baseline, `commit` the iteration. */
  before: string;
  commit: string;
  /** The ids of tests, as their runner reported them. */
  tests: readonly string[];
  /** Letters that nothing can know beforehand; also the name of the environment variable with the path to write to. */
  marker: string;
}

/** Files to lay over a tree, and how to run them: what is not in `commands` is run by what runs the tests. */
export interface Probe {
  files: { path: string; text: string }[];
  /** The test files. */
  paths: string[];
  /** Commands by test file, for runs that need one of their own. */
  commands: Record<string, string>;
}

/** Test files that write down what they call. */
export interface RecordingProbe extends Probe {
  /** Texts and numbers that the change wrote into the source. */
  literals: (string | number)[];
  /** What these tests call and is left out, with the reason. */
  untried: { name: string; reason: string }[];
}

/** A recorded call to make again, with its number, and with other inputs. Names are short because the programs hold them. */
export interface ReplayedCall {
  n: number;
  f: string;
  a: Value[];
  v: Value[][];
}

export interface ReplayRequest extends Omit<ProbeRequest, 'before'> {
  /** The commit that the files are laid over: tests among what they test are replaced there. */
  on: string;
  calls: Record<string, ReplayedCall[]>;
}

/** Programs that write down what tests call, and that make these calls again. Each rejects if it could not work at all. */
export interface TestProber {
  /**
   * Test files that write down every call of a function of the project: a line with the marker and `{"f": name, "a": inputs}`.
   */
  record(request: ProbeRequest, signal: AbortSignal): Promise<RecordingProbe>;
  /**
   * Files in the place of these test files that make the calls: a line with the marker, the number of the call, and a token of
   * `CallOutcome` for the call, for the same call later, and for each of the others.
   */
  replay(request: ReplayRequest, signal: AbortSignal): Promise<Probe>;
}
