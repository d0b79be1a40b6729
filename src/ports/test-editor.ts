/** `flip` changes an expected value of each test, or falls back to the canary: a statement that must make it fail. */
export type EditKind = 'flip' | 'canary';

export interface EditRequest {
  /** A commit in the shadow repository. */
  commit: string;
  /** The ids of tests, as their runner reported them. */
  tests: readonly string[];
  how: EditKind;
  /** A few letters for what is made up. */
  marker: string;
}

export interface EditedTests {
  files: { path: string; text: string }[];
  edits: EditedTest[];
  unedited: { test: string; reason: string }[];
}

/** One definition that was edited, and the tests that it makes. */
export interface EditedTest {
  tests: string[];
  /** A regular expression that all of its ids match: a row that was changed may be named after its values. */
  pattern: string;
  path: string;
  line: number;
  how: EditKind;
  /** Nobody knows that it must fail: it counts only if all edits like it fail where nobody cheated. */
  isGuess?: boolean;
  before: string;
  after: string;
  /** What its assertions compare with: trivial values by name, others as `other`; empty if none could fail. */
  values: string[];
}

/** Two snapshots, and the files of the second that stay as they are. */
export interface EmptyRequest {
  before: string;
  after: string;
  except: readonly string[];
}

export interface EmptiedSources {
  files: { path: string; text: string }[];
  /** How many functions return at once. */
  functions: number;
}

export interface ConstantsRequest extends EmptyRequest {
  /** The ids of the tests that are to tell the functions from constants. */
  tests: readonly string[];
}

/** A function of the change that returns one value, whatever it is given. */
export interface ConstantFunction {
  path: string;
  line: number;
  /** Empty if it has none. */
  name: string;
  value: string;
  /** The whole file with it, and with the function returning nothing. */
  text: string;
  empty: string;
}

export interface CutTests {
  files: {
    path: string;
    text: string;
    /** The ids that were cut from it, and those that its other tests have. */
    tests: string[];
    others: string[];
  }[];
  uncut: { test: string; reason: string }[];
  /** The file and suite of each id whose definition was found. */
  groups: Record<string, string>;
}

export interface PutBackRequest {
  /** Two snapshots of the same files, with all tests and without those that are held out. */
  whole: string;
  cut: string;
  /** The snapshot that gets them back. */
  now: string;
  tests: readonly string[];
  /** These are all tests that were cut. */
  isAll: boolean;
  /** A test that is there stays as it is; otherwise it becomes again what it was. */
  keepsFound: boolean;
}

export interface PutBackTests {
  files: { path: string; text: string }[];
  /** Tests that were there already, in their place. */
  found: string[];
  /** Tests for which there is no place any more: their file or suite is gone. */
  lost: string[];
}

/** Edits snapshots for experiments with tests. Its methods reject if they could not work at all. */
export interface TestEditor {
  /** Edits tests so that each must fail, however right the code is. */
  edit(request: EditRequest, signal: AbortSignal): Promise<EditedTests>;
  /** Makes every function that the second snapshot wrote return nothing; none in languages that do not allow it. */
  empty(request: EmptyRequest, signal: AbortSignal): Promise<EmptiedSources>;
  /** Makes functions that the second snapshot wrote return what these tests expect; none in languages that do not allow it. */
  constants(request: ConstantsRequest, signal: AbortSignal): Promise<ConstantFunction[]>;
  /** Takes tests out of their files, so that the rest of each file still stands. `all`: every id that was reported. */
  cut(
    request: { commit: string; tests: readonly string[]; all: readonly string[] },
    signal: AbortSignal,
  ): Promise<CutTests>;
  /** Puts them back into files that may have changed since; those that did not change are as they were to the byte. */
  putBack(request: PutBackRequest, signal: AbortSignal): Promise<PutBackTests>;
}
