export type LanguageName = 'javascript' | 'python' | 'go' | 'rust' | 'java';

/** What is known of one version of one file. All texts are token texts: formatting has no part in them. */
export interface FileModel {
  path: string;
  language: LanguageName;
  role: 'test' | 'source';
  tests: TestCase[];
  functions: FunctionModel[];
  directives: Directive[];
  comments: { text: string; line: number }[];
  /** Things that bend the test run from inside a file. */
  tampering: Tampering[];
  /** Names used anywhere, with how often: tells whether a lost symbol is still wanted. */
  readonly identifiers: Map<string, number>;
  /** Every statement-like token text, for "this moved elsewhere". */
  tokens: string[];
  /** The whole file is kept out of the run: build tag, module-level skip. */
  fileSkip: Skip | null;
  broken: boolean;
  /** The file's own text, for excerpts. */
  source: string;
}

export interface Skip {
  kind: 'skip' | 'todo' | 'expected-failure' | 'conditional';
  text: string;
  /** How many conditions hold the test back. */
  marks?: number;
}

/** One row of a table that carries a mark of its own. */
export interface HeldRow {
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
  /** `own`, or the suite or file that carries the skip. */
  skipScope: 'own' | 'suite' | 'file';
  only: boolean;
  rows: string[];
  /** The values of each row, without what wraps them; only where rows can carry marks. */
  rowValues?: string[];
  heldRows?: HeldRow[];
  assertions: Assertion[];
  tokens: string[];
  excerpt: string;
  /** A function in a test file that asserts for others; its loss is no lost test. */
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
  /** subject and expected, whatever the library. */
  key: string;
  text: string;
  line: number;
  start: number;
  literal: boolean;
  tolerance: number | null;
  swallowed: boolean;
  unreachable: boolean;
  /** Conditions it stands under, or that may end the test before it. */
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
  /** null where the body does real work. */
  stub: string | null;
  statements: number;
  /** Statements behind an unconditional exit at the body's own level. */
  deadAfter: string | null;
  guards: GuardClause[];
  handlers: Handler[];
  specialCases: SpecialCase[];
  /** Conditions whose branch quietly leaves: returns nothing, logs, goes on. */
  softExits: { condition: string; text: string; line: number }[];
  drops: { text: string; line: number }[];
  abstract: boolean;
  inherited: boolean;
  internal: boolean;
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
  /** What follows the protected code does the work in another way. */
  fallback: boolean;
}

export interface SpecialCase {
  inputs: string[];
  output: string;
  /** Behind an `if` of its own, one of the values to choose from, or an entry of a table. */
  form: 'branch' | 'choice' | 'entry';
  /** The table that holds it. */
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
  /** Tokens of the line it speaks of, to follow it when code moves. */
  target: string;
}

export interface Tampering {
  kind: 'exit' | 'patched-assertion' | 'equality' | 'runner-hook' | 'global-suppression';
  /** Only on some machines. */
  sometimes?: boolean;
  text: string;
  line: number;
}
