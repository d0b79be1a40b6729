import type { Metrics, TestsDoubt } from '../core/metrics.ts';
import type { TestCounts } from '../core/verdict.ts';
import type { CodeMeasure } from './code/measure-code.ts';
import type { CoverageReport } from './coverage/report.ts';
import type { lintMetrics } from './lint/lint-metrics.ts';

export type CoverageCost = Partial<Pick<NonNullable<Metrics['coverage']>, 'costMs' | 'collecting' | 'byTestFile'>>;

/** What each collector brought; a sentence says why it brought nothing. Left out is: not asked for, and not missed. */
export interface Collected {
  tests?: TestCounts | string;
  coverage?: (Pick<CoverageReport, 'lines' | 'branches' | 'tool'> & CoverageCost) | string;
  lint?: ReturnType<typeof lintMetrics>;
  build?: { exitCode: number | null; durationMs: number } | string;
  code?: Pick<CodeMeasure, 'files' | 'loc' | 'complexity' | 'unknown'>;
  custom?: readonly (Record<string, number> | string)[];
  /** Tests were counted, but their counts prove nothing. */
  testsDoubt?: TestsDoubt;
}

/** The metrics of one snapshot. What is unknown stays null, and `unknown` says why. */
export function assembleMetrics({ tests, coverage, lint, build, code, custom = [], testsDoubt }: Collected): Metrics {
  const unknown = [
    ...reason('tests', tests),
    ...(testsDoubt && known(tests) ? [`tests: ${testsDoubt.reason}`] : []),
    ...reason('coverage', coverage),
    ...(lint?.unknown ?? []),
    ...reason('build', build),
    ...(code?.unknown ?? []),
    ...custom.filter((entry) => typeof entry === 'string'),
  ];
  const numbers: Record<string, number> = {};
  for (const [name, value] of custom.flatMap((entry) => (typeof entry === 'string' ? [] : Object.entries(entry)))) {
    // `bundle` that prints {"kb": 3}, and a metric `bundle_kb`: the first one has the name.
    if (Object.hasOwn(numbers, name))
      unknown.push(`custom.${name}: a second command tells it, too; that one is left out`);
    else numbers[name] = value;
  }
  const ended = known(build)?.exitCode;
  if (ended === null) unknown.push('build: it did not come to its end');
  else if (ended !== undefined && isMissing(ended)) unknown.push(`build: it could not be started (exit ${ended})`);
  return {
    tests: known(tests),
    ...(testsDoubt && { testsDoubt }),
    coverage: covered(known(coverage)),
    lint: lint?.lint ?? null,
    types: lint?.types ?? null,
    build: built(known(build)),
    files: code?.files ?? null,
    loc: code?.loc ?? null,
    complexity: code?.complexity ?? null,
    custom: numbers,
    unknown,
  };
}

function covered(coverage: Exclude<Collected['coverage'], string | undefined> | null): Metrics['coverage'] {
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

/** A build that was cut off, or could not be started, neither succeeded nor failed. */
function built(build: { exitCode: number | null; durationMs: number } | null): Metrics['build'] {
  if (!build || build.exitCode === null || isMissing(build.exitCode)) return null;
  return { status: build.exitCode === 0 ? 'success' : 'failure', durationMs: build.durationMs };
}

/** The shell found no such program, or cannot run it. */
const isMissing = (exitCode: number) => exitCode === 126 || exitCode === 127;

function known<T extends object>(value: T | string | undefined): T | null {
  return typeof value === 'object' ? value : null;
}

function reason(part: string, value: unknown): string[] {
  return typeof value === 'string' ? [`${part}: ${value}`] : [];
}
