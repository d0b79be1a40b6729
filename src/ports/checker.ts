import type { Criterion } from '../core/criteria/criterion.ts';
import type { MeasuredFrom } from '../core/criteria/measured-from.ts';
import type { Verdict } from '../core/criteria/verdict.ts';
import type { RunnersCoverage } from '../core/metrics/coverage.ts';
import type { TestsDoubt } from '../core/metrics/metrics.ts';
import type { TestRun } from '../core/metrics/tests.ts';
import type { Settings } from '../core/state/settings.ts';
import type { CoverageMode } from '../core/verification/coverage-mode.ts';
import type { CachedResults } from './results.ts';

export interface CheckRequest {
  criteria: readonly Criterion[];
  /** The root of the tree; `cwd` is where commands run and file criteria are resolved. */
  root: string;
  cwd: string;
  seenRoot?: string | undefined;
  run: string;
  /** `outputPath('c1')` is where that criterion's whole output goes. */
  outputPath(criterion: string): { absolute: string; relative: string };
  /** A folder of its own for what makes a criterion's test runners report. */
  probeFolder(criterion: string): string;
  settings: Settings;
  /** Cached results of this tree. Without it every command runs, as for confirmations and for an overlaid tree. */
  remembered?: CachedResults | null;
  /** The run is measured, too: with coverage if that is asked for, and with the tests of `metrics.tests.command`. */
  measured?: boolean;
  /** Whether test runners are asked for coverage, or asked in a second run that shows its cost. Left out: as `metrics.coverage: auto` says. */
  coverage?: CoverageMode;
  /** Called for every run whose tests were counted; its output is empty if all passed. */
  report?: ReportSource;
}

/** What a number was read from. */
export type ReportSource = (from: MeasuredFrom) => void;

export interface CheckResult {
  /** One per criterion but those on metrics, in their order. */
  verdicts: Verdict[];
  /** What the test runners reported, all criteria together; null if no test runner was seen. */
  tests: TestRun | null;
  /** Why the tests are not known, or not all of them. */
  testsProblem?: string | null;
  /** Why their counts prove nothing, if a runner was seen. */
  testsDoubt?: TestsDoubt;
  /** How each command ended; one that is the build is not run a second time to measure it. */
  runs?: readonly { command: string; exitCode: number | null; durationMs: number }[];
  /** What the runners report beside their tests; left out if it was not requested. */
  coverage?: RunnersCoverage | null;
}

/** What the meter needs to know of the checks. */
export type Checked = Pick<CheckResult, 'tests' | 'testsProblem' | 'testsDoubt' | 'runs' | 'coverage'>;

/** Runs every criterion that is not on a metric. Never rejects because a check failed; rejects with the signal's reason when cancelled. */
export interface Checker {
  verify(request: CheckRequest, signal: AbortSignal): Promise<CheckResult>;
}
