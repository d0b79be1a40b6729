import type { Reach } from '../core/reach.ts';

/** One file that differs between the two snapshots; `before: null` = added, `after: null` = deleted. */
export interface Change {
  path: string;
  oldPath?: string | null;
  before: string | null;
  after: string | null;
}

export interface GuardInput {
  changes: Change[];
  /** Unchanged files that help to judge, such as the tests beside changed source. */
  contextFiles?: { path: string; content: string }[];
  /** The unchanged rest of the later snapshot, where it can be searched. */
  rest?: RestOfTree;
  /** What the change was asked to do; what it plainly asks for is honest. */
  task?: string;
  /** Names of the tests that ran before and now, where both were measured. */
  executed?: { before: string[]; after: string[] } | null;
  /** `review`: other people's work, where rewriting is daily and cheating rare. By default an agent's work is judged, which is graver. */
  stance?: 'agent' | 'review';
  /** What the tests of each file reached before and now, where both were measured. */
  reach?: { before: Reach; after: Reach } | null;
  /** Project tuning read from `.jumar/patterns/*.yaml`. */
  tuning?: Tuning[];
}

export interface RestOfTree {
  /** Unchanged files, of the tests or of the source, that hold one of these texts. */
  holding(texts: string[], role: 'test' | 'source'): Promise<{ path: string; content: string }[]>;
  /** Those of these names that unchanged files with this extension hold as a word. */
  naming(names: string[], extension: string): Promise<Set<string>>;
  /** The files of the tree before the change. */
  paths(): Promise<string[]>;
}

export const regressionTypes = [
  'test_deletion',
  'test_skipping',
  'feature_removal',
  'coverage_regression',
  'validation_bypass',
  'assertion_weakening',
  'error_suppression',
] as const;
export type RegressionType = (typeof regressionTypes)[number];

export const severities = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];

interface Location {
  path: string;
  line: number;
}

export interface Finding {
  /** Stable for the same pattern, place and text, whatever else the diff holds. */
  id: string;
  pattern: string;
  type: RegressionType;
  severity: Severity;
  /** Its severity in a loop and with `--strict`, where a review doubts it. */
  strict?: Severity;
  confidence: number;
  before: Location | null;
  after: Location | null;
  excerptBefore: string;
  excerptAfter: string;
  /** One sentence. */
  why: string;
  fix: string;
  /** The task plainly asks for this; shown, never blocking. */
  expectedByTask: boolean;
  /** Why the task expects it: a feature goes, or checks are reduced on request. */
  expectation: Expectation | null;
  /** The reason a person gave beforehand in `jumar-allow`, or null. */
  allowed: string | null;
}

export type Expectation = 'removes-feature' | 'reduces-checks';

export interface GuardReport {
  findings: Finding[];
  /** Files that were not judged, and why. */
  skipped: { path: string; reason: string }[];
  timings: { parseMs: number; judgeMs: number; totalMs: number };
}

/** What a pattern reports; the guard adds id, task and severity tuning. */
export interface Hit {
  before?: Location | null;
  after?: Location | null;
  excerptBefore?: string;
  excerptAfter?: string;
  why: string;
  /** Overrides of the pattern's own, for a milder or graver case of it. */
  severity?: Severity;
  confidence?: number;
  type?: RegressionType;
  /** Words that name what was touched, compared with the task. */
  names?: string[];
  /** No check that stood there lost by it: it came with something new, or is no check. */
  isNew?: boolean;
  /** The test makes a claim that it did not make: beside the weaker one, or about another value. */
  amongNew?: boolean;
  /** Why it may be no loss after all: a review takes it, a loop does not. */
  doubt?: string;
  /** What is gone was claimed only where something held. */
  conditional?: boolean;
  /** The value that it turns on is one that any code returns. */
  everyday?: boolean;
  /** A test of what the source lost is gone with it. */
  testsGone?: boolean;
  /** The remaining code still names it, in a language whose compiler would not tell. */
  missed?: boolean;
  /** What is gone came to another list of the tests, which may run it or not. */
  parked?: boolean;
  /** It stands there, and nothing starts it any more. */
  asleep?: boolean;
  /** A file that stays takes from the one that is gone. */
  importedBy?: string;
  /** What lost tests called: removed with a feature that the task names, their loss follows from it. */
  uses?: string[];
}

export interface Tuning {
  id: string;
  off?: boolean;
  severity?: Severity;
  paths?: string[];
  exclude?: string[];
  /** Why it was tuned, for people. */
  reason?: string;
  languages?: string[];
  /** A new pattern without code: added or removed lines that match. */
  rule?: { added?: string; removed?: string };
  name?: string;
  type?: RegressionType;
  why?: string;
  fix?: string;
}

/** Critical or high, and neither asked for by the task nor allowed beforehand. */
export function isBlocking(finding: Finding): boolean {
  return (
    (finding.severity === 'critical' || finding.severity === 'high') &&
    !finding.expectedByTask &&
    finding.allowed === null
  );
}

/** A review doubts it; in a loop and with `--strict` it blocks. */
export const isBlockingIfStrict = (finding: Finding): boolean =>
  finding.strict !== undefined && isBlocking({ ...finding, severity: finding.strict });
