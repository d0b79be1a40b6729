import type { Criterion } from '../core/criteria/criterion.ts';
import type { Toolchain } from '../core/criteria/toolchain.ts';
import type { FileCoverage } from '../core/metrics/coverage.ts';
import type { Metrics } from '../core/metrics/metrics.ts';
import type { Settings } from '../core/state/settings.ts';
import type { Checked, ReportSource } from './checker.ts';
import type { CachedResults } from './results.ts';

export interface MeasureRequest {
  root: string;
  cwd: string;
  seenRoot?: string | undefined;
  run: string;
  /** The snapshot's files, relative to the root. */
  commit: string;
  /** The snapshot that this one was made from. */
  parent?: string;
  outputPath(name: string): { absolute: string; relative: string };
  settings: Settings;
  criteria: readonly Criterion[];
  remembered?: CachedResults | null;
  /** What was found before any work; left out, it is looked for now. */
  toolchain?: Toolchain;
  /** Called for every tool that ran, or whose result was cached. */
  report?: ReportSource;
  /** Called with each file's coverage, if there is any. */
  reportFiles?(files: readonly FileCoverage[]): void;
}

/**
 * Measures a tree beside its checks. What needs no test run starts at once; the rest waits for `checks`. What cannot be
 * had is null in the metrics and named there. Never rejects but with the signal's reason.
 */
export interface Meter {
  measure(request: MeasureRequest, checks: Promise<Checked>, signal: AbortSignal): Promise<Metrics>;
}
