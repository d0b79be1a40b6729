import type { Measurement } from '../../collectors/measurement.ts';
import { canReportCoverage } from '../../collectors/probe/runners-coverage.ts';
import { COLLECT_ANYWAY, type RunnersCoverage } from '../../core/metrics/coverage.ts';

/** A run of a test command, as far as its cost is concerned. */
export interface TimedRun {
  result: { durationMs: number };
  measurement: Measurement;
  coverage?: RunnersCoverage;
}

/** Reading the coverage of even the smallest suite takes about this long. */
const READING_MS = 150;
/** Longer tests are not run a second time just to learn the cost. */
const LONGEST_MS = 5 * 60_000;

/**
 * The coverage of a second run of the same command, if it took at most `budget` percent longer than the first, plain one; else why there is
 * none. Null if the budget is 0, or the command ran no tests whose runner can report coverage.
 */
export async function tryCoverage(
  { measurement, result }: TimedRun,
  budget: number,
  runAgain: () => Promise<TimedRun>,
): Promise<RunnersCoverage | null> {
  if (budget === 0 || measurement.outcome !== 'tests' || !canReportCoverage(measurement.run?.runner ?? '')) return null;
  const plainMs = result.durationMs;
  const allowedMs = (plainMs * budget) / 100;
  if (allowedMs < READING_MS)
    return none(`reading it takes longer than ${budget} % of tests that take ${seconds(plainMs)}`);
  if (plainMs > LONGEST_MS) return none(`the tests take ${seconds(plainMs)}, too long to try what it costs`);
  const { coverage, measurement: again, result: second } = await runAgain();
  if (!coverage?.report) return coverage ?? null;
  if (!hasSameCounts(measurement, again)) return none('the tests end differently if it is collected', coverage.costMs);
  const extraMs = second.durationMs + coverage.costMs - plainMs;
  const { costMs } = coverage;
  if (extraMs > allowedMs)
    return none(
      `collecting it takes ${Math.round((extraMs / plainMs) * 100)} % longer (${seconds(plainMs)} → ${seconds(plainMs + extraMs)})`,
      costMs,
    );
  return { ...coverage, collecting: { runMs: second.durationMs, plainMs } };
}

function none(reason: string, costMs = 0): RunnersCoverage {
  return { report: null, reason: `${reason}; ${COLLECT_ANYWAY}`, costMs };
}

function hasSameCounts(one: Measurement, other: Measurement): boolean {
  const [a, b] = [one.run?.counts, other.run?.counts];
  return a !== undefined && b !== undefined && a.total === b.total && a.passed === b.passed && a.skipped === b.skipped;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
