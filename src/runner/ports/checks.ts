import type { FileCoverage } from '../../collectors/coverage/report.ts';
import type { RunnersCoverage } from '../../collectors/probe/runners-coverage.ts';
import type { MeasuredFrom } from '../../core/criteria/measured-from.ts';
import type { Criterion } from '../../core/criterion.ts';
import type { LoopFinding } from '../../core/finding.ts';
import type { Metrics, TestsDoubt } from '../../core/metrics.ts';
import type { Reach } from '../../core/reach.ts';
import type { Settings } from '../../core/settings.ts';
import type { TestRun } from '../../core/tests.ts';
import type { Toolchain } from '../../core/toolchain.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { Remembered } from '../../results/remember.ts';

export interface CheckRequest {
  criteria: readonly Criterion[];
  /** The workspace's root; `cwd` is where commands run and file criteria are resolved. */
  root: string;
  cwd: string;
  run: string;
  /** `outputPath('c1')` is where that criterion's whole output goes. */
  outputPath(criterion: string): { absolute: string; relative: string };
  /** A folder of its own for what makes a criterion's test runners report. */
  probeFolder(criterion: string): string;
  settings: Settings;
  /** What is known of this tree. Without it every command runs: so do confirmations, and checks of an overlaid tree. */
  remembered?: Remembered | null;
  /** The run is measured, too: with coverage where that is asked for, and with the tests of `metrics.tests.command`. */
  measured?: boolean;
  /** Told of every run that tests were counted in; its output is empty where all is well. */
  tell?: Tell;
}

/** What a number was read from. */
export type Tell = (from: MeasuredFrom) => void;

export interface CheckResult {
  /** One per criterion but those on metrics, in their order. */
  verdicts: Verdict[];
  /** What the test runners reported, all criteria together; null where no test runner was seen. */
  tests: TestRun | null;
  /** Why the tests are not known, or not all of them. */
  testsProblem?: string | null;
  /** Why their counts prove nothing, where a runner was seen. */
  testsDoubt?: TestsDoubt;
  /** How each command ended; one that is the build is not run a second time to measure it. */
  runs?: readonly { command: string; exitCode: number | null; durationMs: number }[];
  /** What the runners were made to tell beside their tests; left out where it was not asked for. */
  coverage?: RunnersCoverage | null;
}

/** What the meter needs to know of the checks. */
export type Checked = Pick<CheckResult, 'tests' | 'testsProblem' | 'testsDoubt' | 'runs' | 'coverage'>;

/** Runs every criterion that is not on a metric. Never rejects because a check failed; rejects with the signal's reason when cancelled. */
export interface Checker {
  verify(request: CheckRequest, signal: AbortSignal): Promise<CheckResult>;
}

export interface MeasureRequest {
  root: string;
  cwd: string;
  run: string;
  /** The snapshot's files, relative to the root. */
  commit: string;
  /** The snapshot that this one was made from. */
  parent?: string;
  outputPath(name: string): { absolute: string; relative: string };
  settings: Settings;
  criteria: readonly Criterion[];
  remembered?: Remembered | null;
  /** What was found before any work; left out, it is looked for now. */
  toolchain?: Toolchain;
  /** Told of every tool that ran, or was known to have run. */
  tell?: Tell;
  /** Told what each file's coverage is, where there is any. */
  tellFiles?(files: readonly FileCoverage[]): void;
}

/**
 * Measures a tree beside its checks. What needs no test run starts at once; the rest waits for `checks`. What cannot be
 * had is null in the metrics and named there. Never rejects but with the signal's reason.
 */
export interface Meter {
  measure(request: MeasureRequest, checks: Promise<Checked>, signal: AbortSignal): Promise<Metrics>;
}

export interface InspectRequest {
  /** Commits in the shadow repository. */
  before: string;
  after: string;
  task: string;
  /** The tests that ran before and now, where both are known by name. */
  executed: { before: string[]; after: string[] } | null;
  /** What the tests of each file reached, where it is known of both. */
  reach: { before: Reach; after: Reach } | null;
}

/** Looks for cheating and loss between two snapshots. Rejects where it could not judge; the loop then goes on without its word. */
export interface Guardian {
  inspect(request: InspectRequest, signal: AbortSignal): Promise<{ findings: LoopFinding[]; skipped: number }>;
}
