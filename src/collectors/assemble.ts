import type { CoverageReport } from '../core/metrics/coverage.ts';
import type { Metrics, TestsDoubt } from '../core/metrics/metrics.ts';
import type { TestCounts } from '../core/metrics/test-counts.ts';
import type { CodeMeasure } from './code/measure-code.ts';
import type { lintMetrics } from './lint/lint-metrics.ts';

export type CoverageCost = Partial<Pick<NonNullable<Metrics['coverage']>, 'costMs' | 'collecting' | 'byTestFile'>> & {
  /** What of the report does not count, and why. */
  leftOut?: string;
};

/** The result of each collector; a string says why there is none. A part that was not requested is absent. */
export interface Collected {
  tests?: TestCounts | string;
  coverage?: (Pick<CoverageReport, 'lines' | 'branches' | 'tool'> & CoverageCost) | string;
  lint?: ReturnType<typeof lintMetrics>;
  costMs?: Metrics['costMs'];
  build?: { exitCode: number | null; durationMs: number } | string;
  code?: Pick<CodeMeasure, 'files' | 'loc' | 'complexity' | 'unknown'>;
  custom?: readonly (Record<string, number> | string)[];
  /** Why the counts of tests prove nothing. */
  testsDoubt?: TestsDoubt;
}

/** The metrics of one snapshot. What is unknown stays null, and `unknown` says why. */
export function assembleMetrics({
  tests,
  coverage,
  lint,
  build,
  code,
  custom = [],
  testsDoubt,
  costMs,
}: Collected): Metrics {
  const unknown = [
    ...reason('tests', tests),
    ...(testsDoubt && valueOrNull(tests) ? [`tests: ${testsDoubt.reason}`] : []),
    ...reason('coverage', coverage),
    ...reason('coverage', valueOrNull(coverage)?.leftOut),
    ...(lint?.unknown ?? []),
    ...reason('build', build),
    ...(code?.unknown ?? []),
    ...custom.filter((entry) => typeof entry === 'string'),
  ];
  const numbers: Record<string, number> = {};
  for (const [name, value] of custom.flatMap((entry) => (typeof entry === 'string' ? [] : Object.entries(entry)))) {
    // `bundle` that prints {"kb": 3}, and a metric `bundle_kb`: the first one keeps the name.
    if (Object.hasOwn(numbers, name)) unknown.push(`custom.${name}: a second command reports it too and is ignored`);
    else numbers[name] = value;
  }
  const buildExit = valueOrNull(build)?.exitCode;
  if (buildExit === null) unknown.push('build: it did not finish');
  else if (buildExit !== undefined && isMissing(buildExit))
    unknown.push(`build: it could not be started (exit ${buildExit})`);
  return {
    tests: valueOrNull(tests),
    ...(testsDoubt && { testsDoubt }),
    coverage: coverageMetric(valueOrNull(coverage)),
    lint: lint?.lint ?? null,
    types: lint?.types ?? null,
    build: buildMetric(valueOrNull(build)),
    files: code?.files ?? null,
    loc: code?.loc ?? null,
    complexity: code?.complexity ?? null,
    custom: numbers,
    ...(costMs && { costMs }),
    unknown,
  };
}

function coverageMetric(coverage: Exclude<Collected['coverage'], string | undefined> | null): Metrics['coverage'] {
  if (!coverage) return null;
  const { lines, branches, tool, costMs, collecting, byTestFile } = coverage;
  return {
    lines,
    branches,
    tool,
    ...(costMs !== undefined && { costMs }),
    ...(collecting && { collecting }),
    ...(byTestFile && { byTestFile }),
  };
}

/** A build that was interrupted or could not be started neither succeeded nor failed. */
function buildMetric(build: { exitCode: number | null; durationMs: number } | null): Metrics['build'] {
  if (!build || build.exitCode === null || isMissing(build.exitCode)) return null;
  return { status: build.exitCode === 0 ? 'success' : 'failure', durationMs: build.durationMs };
}

/** The shell did not find the program, or could not run it. */
const isMissing = (exitCode: number) => exitCode === 126 || exitCode === 127;

function valueOrNull<T extends object>(value: T | string | undefined): T | null {
  return typeof value === 'object' ? value : null;
}

function reason(part: string, value: unknown): string[] {
  return typeof value === 'string' ? [`${part}: ${value}`] : [];
}
