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
}

/** Edits tests so that each must fail, however right the code is. Rejects if it could not work at all. */
export interface TestEditor {
  edit(request: EditRequest, signal: AbortSignal): Promise<EditedTests>;
}
