import { type Metrics, metricValue } from '../metrics/metrics.ts';

/** Which part of the measure each metric is read from, as `unknown` names it. */
const PARTS: Readonly<Record<string, string>> = {
  coverage: 'coverage',
  branch_coverage: 'coverage',
  test_count: 'tests',
  tests_passed: 'tests',
  tests_failed: 'tests',
  tests_skipped: 'tests',
  pass_rate: 'tests',
  lint_errors: 'lint',
  lint_warnings: 'lint',
  type_errors: 'types',
  build_time: 'build',
};
/** What a command denies that fails although none of its tests did. */
const SAYS_HOW_MANY_FAIL = ['tests_failed', 'pass_rate', 'error_count'];
const ERROR_PARTS = ['types', 'lint', 'build'];

/**
 * The number that a criterion may be held against; null if it is unknown. Counts of a run that was not whole are
 * shown and compared, but they prove nothing: the tests that are missing may be those that fail.
 */
export function criterionValue(metrics: Metrics, name: string): number | null {
  if (doubtOf(metrics, name)) return null;
  if (name === 'error_count' && ERROR_PARTS.some((part) => reasonOf(metrics, part))) return null;
  return metricValue(metrics, name);
}

/** What `baseline` stands for: a tree in which no test was found has 0 of them. */
export function baselineValue(metrics: Metrics, name: string): number | null {
  if (name === 'test_count' && metrics.testsDoubt?.kind === 'no-tests') return metricValue(metrics, name);
  return criterionValue(metrics, name);
}

/** Why the metric is unknown, if that was recorded. */
export function whyUnknown(metrics: Metrics, name: string): string | null {
  const doubt = doubtOf(metrics, name);
  if (doubt) return `tests: ${doubt.reason}`;
  const parts = name === 'error_count' ? ['tests', ...ERROR_PARTS] : [PARTS[name] ?? name];
  if (name === 'branch_coverage' && metrics.coverage) return `${metrics.coverage.tool} reports no branches`;
  const recorded = parts.map((part) => reasonOf(metrics, part)).find((reason) => reason !== undefined);
  return recorded ?? parts.map(notSetUp).find((hint) => hint !== null) ?? null;
}

/** What to set up if no tool was found for a part of the metrics; null for parts that need nothing. */
export function notSetUp(part: string): string | null {
  return Object.hasOwn(SET_UP, part) ? (SET_UP[part] ?? null) : null;
}

const SET_UP: Readonly<Record<string, string>> = {
  tests: 'no test command found; pass one with --until, or set metrics.tests.command',
  coverage: 'no report was written; --coverage auto asks the test runner, or set metrics.coverage.command',
  lint: 'no known linter is set up; add its configuration (eslint, biome, oxlint, ruff, …), or set metrics.lint.command',
  types:
    'no known type checker is set up; add its configuration (tsconfig.json, mypy, pyright, …), or set metrics.types.command',
  build: 'no build command found; add a script named build, or set metrics.build.command',
};

export function doubtOf({ testsDoubt }: Metrics, name: string): Metrics['testsDoubt'] | null {
  if (!testsDoubt || (PARTS[name] !== 'tests' && name !== 'error_count')) return null;
  return testsDoubt.kind === 'command-failed' && !SAYS_HOW_MANY_FAIL.includes(name) ? null : testsDoubt;
}

function reasonOf({ unknown }: Metrics, part: string): string | undefined {
  return unknown.find((reason) => reason.startsWith(`${part}:`));
}
