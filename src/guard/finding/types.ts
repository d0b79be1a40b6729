import { isBlocking } from '../../core/findings/blocking.ts';
import type { Expectation, RegressionType } from '../../core/findings/regression-types.ts';
import type { Reach } from '../../core/metrics/reach.ts';
import type { Severity } from '../../core/metrics/severity.ts';
import type { Circumstance } from './circumstances.ts';
import type { Reason } from './reasons.ts';

/** One file that differs between the two snapshots; `before: null` = added, `after: null` = deleted. */
export interface Change {
  path: string;
  oldPath?: string | null;
  before: string | null;
  after: string | null;
}

export interface GuardInput {
  changes: Change[];
  /** Unchanged files that help to judge, for example the tests next to changed source. */
  contextFiles?: { path: string; content: string }[];
  /** The unchanged rest of the later snapshot, if it can be searched. */
  rest?: RestOfTree;
  /** What the change was asked to do. Doing what the task explicitly asks for is honest. */
  task?: string;
  /** The checks that it was to make hold, which failed before. */
  aims?: readonly string[];
  /** Names of the tests that ran before and now, if both were measured. */
  executed?: { before: string[]; after: string[] } | null;
  /** `review`: other people's work, where rewriting is common and cheating rare. The default judges an agent's work, which is stricter. */
  stance?: 'agent' | 'review';
  /** What `.gitattributes` said of a file before the change. Only a review goes by it: an agent's work is judged wherever it lies. */
  markOf?: (path: string) => 'generated' | 'vendored' | null;
  /** What the tests of each file reached before and now, if both were measured. */
  reach?: { before: Reach; after: Reach } | null;
  /** Files that were not read at all. */
  unread?: Unjudged[];
  /** Project tuning read from `.jumar/patterns/*.yaml`. */
  tuning?: Tuning[];
}

/** A file that is not judged. It is a finding if it could be read before the change, or is new and keeps code out of sight. */
export interface Unjudged {
  path: string;
  reason: string;
  wasReadable?: boolean;
  isHidden?: boolean;
}

export interface RestOfTree {
  /** Unchanged files that were found and not read, because others are more relevant. */
  leftOut?(): Unjudged[];
  /** Unchanged test or source files that contain one of these texts. */
  filesContaining(texts: string[], role: 'test' | 'source'): Promise<{ path: string; content: string }[]>;
  /** The subset of these names that appear as a word in unchanged files with this extension. */
  namesUsedIn(names: string[], extension: string): Promise<Set<string>>;
  /** The files of the tree before the change. */
  paths(): Promise<string[]>;
}

interface Location {
  path: string;
  line: number;
}

export interface Finding {
  /** Stable for the same pattern, place and text, regardless of the rest of the diff. */
  id: string;
  pattern: string;
  type: RegressionType;
  severity: Severity;
  /** Its severity in a loop and with `--strict`, if a review lowered it. */
  strict?: Severity;
  confidence: number;
  before: Location | null;
  after: Location | null;
  excerptBefore: string;
  excerptAfter: string;
  /** One sentence. */
  why: string;
  fix: string;
  /** The task explicitly asks for this: reported, but never blocks. */
  expectedByTask: boolean;
  /** Why the task expects it: a feature is to be removed, or checks are to be reduced. */
  expectation: Expectation | null;
  /** The reason a person gave in an earlier `jumar-allow`, or null. */
  allowed: string | null;
}

export interface GuardReport {
  findings: Finding[];
  /** Files that were not judged, and why. */
  skipped: { path: string; reason: string }[];
  timings: { parseMs: number; judgeMs: number; totalMs: number };
}

/** A place on one side of the change, and what stands there. */
export interface Place {
  /** Null if it is about the test run and not about a file. */
  path: string | null;
  line: number;
  text: string;
}

/** What a pattern reports; whether it blocks, warns or is only noted is decided by the table of excuses. */
export interface Loss {
  /** Overrides the pattern's own type. */
  kind?: RegressionType;
  /** Words for what was touched, to compare with the task. */
  subject: string[];
  /** What the lost tests called: if the task removes that feature, losing its tests follows. */
  uses?: string[];
  place: { before: Place | null; after: Place | null };
  /** What is lost, and what else there is to say of it: values, of which sentences are made at the end. */
  reasons: Reason[];
  evidence?: Circumstance[];
}

export interface Tuning {
  id: string;
  off?: boolean;
  severity?: Severity;
  paths?: string[];
  exclude?: string[];
  /** Why it was tuned, for human readers. */
  reason?: string;
  languages?: string[];
  /** A new pattern without code: matches added or removed lines. */
  rule?: { added?: string; removed?: string };
  name?: string;
  type?: RegressionType;
  why?: string;
  fix?: string;
}

export { isBlocking };

/** Only a warning in a review; blocks in a loop and with `--strict`. */
export const isBlockingIfStrict = (finding: Finding): boolean =>
  finding.strict !== undefined && isBlocking({ ...finding, severity: finding.strict });
