import type { Ratio } from './metrics.ts';
import type { Reach } from './reach.ts';

/** Ends the reason for coverage that was tried and costs too much. */
export const COLLECT_ANYWAY = '--coverage auto collects it';

export interface Count {
  covered: number;
  total: number;
}

export interface FileCoverage {
  file: string;
  lines: Count;
  /** Null if the format or the run has no branches. */
  branches: Count | null;
}

export interface CoverageReport {
  tool: string;
  lines: Ratio;
  branches: Ratio | null;
  files: FileCoverage[];
}

/** Coverage that a command's own runners were asked for. */
export interface RunnersCoverage {
  report: CoverageReport | null;
  /** Why there is none. */
  reason: string | null;
  /** What each test file reached; left out if the runner does not report it. */
  reach?: Reach;
  /** What reading it took; what the run itself was slowed down by comes on top. */
  costMs: number;
  /** How long the run took that collected it, and the same command when it last ran without; null if that is not known. */
  collecting?: { runMs: number; plainMs: number | null };
}
