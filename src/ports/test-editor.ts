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

/** Edits snapshots for experiments with tests. Its methods reject if they could not work at all. */
export interface TestEditor {
  /** Edits tests so that each must fail, however right the code is. */
  edit(request: EditRequest, signal: AbortSignal): Promise<EditedTests>;
  /** Makes every function that the second snapshot wrote return nothing; none in languages that do not allow it. */
  empty(request: EmptyRequest, signal: AbortSignal): Promise<EmptiedSources>;
}
