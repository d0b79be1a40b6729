export type LanguageName = 'javascript' | 'python' | 'go' | 'rust' | 'java';

/** The model of one version of a file. All texts are token texts: formatting does not matter. */
export interface FileModel {
  path: string;
  language: LanguageName;
  role: 'test' | 'source';
  tests: TestCase[];
  functions: FunctionModel[];
  directives: Directive[];
  comments: { text: string; line: number }[];
  /** Code that manipulates the test run from inside a file. */
  tampering: Tampering[];
  /** Names used anywhere, with their counts: shows if a lost symbol is still used. */
  readonly identifiers: Map<string, number>;
  /** All token texts, to find code that moved elsewhere. */
  tokens: string[];
  /** The whole file is excluded from the run: build tag, module-level skip. */
  fileSkip: Skip | null;
  broken: boolean;
  /** The file's own text, for excerpts. */
  source: string;
}

export interface Skip {
  kind: 'skip' | 'todo' | 'expected-failure' | 'conditional';
  text: string;
  /** How many conditions skip the test. */
  marks?: number;
}

/** One row of a table with a mark of its own. */
export interface DisabledRow {
  values: string;
  skip: Skip;
}

export interface TestCase {
  name: string;
  suite: string[];
  line: number;
  start: number;
  end: number;
  skip: Skip | null;
  /** `own`, or the suite or file that has the skip. */
  skipScope: 'own' | 'suite' | 'file';
  only: boolean;
  rows: string[];
  /** The values of each row, without their wrapping; only in languages whose rows can have marks. */
  rowValues?: string[];
  disabledRows?: DisabledRow[];
  assertions: Assertion[];
  tokens: string[];
  excerpt: string;
  /** A function in a test file that asserts for others; losing it is not losing a test. */
  helper: boolean;
  /** Names of functions called in the body. */
  calls: Set<string>;
  literals: Set<string>;
  mocks: number;
}

export interface Assertion {
  kind: string;
  /** 0 proves nothing … 5 pins the exact value. */
  strength: number;
  subject: string;
  expected: string;
  /** Subject and expected value, independent of the library. */
  key: string;
  text: string;
  line: number;
  start: number;
  literal: boolean;
  /** Where the expected value is written, if it is one expression of its own. */
  expectedAt: { start: number; end: number } | null;
  tolerance: number | null;
  swallowed: boolean;
  unreachable: boolean;
  /** Conditions around it, and conditions that may end the test before it. */
  conditions: string[];
}

export interface FunctionModel {
  name: string;
  qualified: string;
  exported: boolean;
  line: number;
  start: number;
  end: number;
  tokens: string[];
  excerpt: string;
  /** Null if the body does real work. */
  stub: string | null;
  statements: number;
  /** The unconditional exit at the top level of the body that has statements after it. */
  deadAfter: string | null;
  guards: GuardClause[];
  handlers: Handler[];
  specialCases: SpecialCase[];
  branches: Branch[];
  /** Conditions whose branch exits quietly: returns nothing, logs, or continues. */
  softExits: { condition: string; text: string; line: number }[];
  drops: { text: string; line: number }[];
  abstract: boolean;
  inherited: boolean;
  internal: boolean;
}

/** A place where the code decides what it does next. */
export interface Branch {
  /** `choice`: one of two values; `logic`: an `and` or `or` outside of the others, only if it is fixed. */
  kind: 'if' | 'loop' | 'choice' | 'case' | 'handler' | 'logic';
  /** Of a case or a handler, what it is for. */
  condition: string;
  /** The condition in one form, whichever way it is put; `negated` if it asks the opposite of that. */
  meaning: string;
  negated: boolean;
  /** What it comes to, whatever the program does; null if it depends on something. */
  fixed: 'true' | 'false' | 'unknown' | null;
  body: string[];
  otherwise: string[];
  text: string;
  line: number;
}

export interface GuardClause {
  condition: string;
  action: string;
  literals: string[];
  line: number;
  excerpt: string;
}

export interface Handler {
  /** Tokens of the protected code. */
  body: string[];
  swallows: boolean;
  broad: boolean;
  text: string;
  line: number;
  caught: string;
  /** The code after the protected code does the work in another way. */
  fallback: boolean;
}

export interface SpecialCase {
  inputs: string[];
  output: string;
  /** Behind its own `if`, one of the values to choose from, or an entry of a table. */
  form: 'branch' | 'choice' | 'entry';
  /** The table that contains it. */
  table?: string;
  text: string;
  line: number;
}

export interface Directive {
  kind: 'suppression' | 'coverage';
  name: string;
  rules: string;
  scope: 'line' | 'file';
  text: string;
  line: number;
  /** Tokens of the line it applies to, to follow it when code moves. */
  target: string;
}

export interface Tampering {
  kind: 'exit' | 'patched-assertion' | 'equality' | 'runner-hook' | 'global-suppression';
  /** Only on some machines. */
  sometimes?: boolean;
  text: string;
  line: number;
}
