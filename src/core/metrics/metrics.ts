import { z } from 'zod';
import { mutantCountsSchema } from './mutants.ts';
import { testCountsSchema } from './test-counts.ts';

const count = z.int().nonnegative();
const amount = z.number().nonnegative();

export const ratioSchema = z.object({ covered: count, total: count, percentage: z.number().min(0).max(100) });
export type Ratio = z.infer<typeof ratioSchema>;

/** Why the counted tests do not show the state of the suite. */
const testsDoubtSchema = z.object({
  /**
   * `no-tests`: there is none, or all were skipped. `command-failed`: every test was counted and none failed, but their
   * command did. The others: not all were counted.
   */
  kind: z.enum([
    'no-tests',
    'collection-error',
    'crashed',
    'exit0-before-end',
    'runner-missing',
    'timeout',
    'command-failed',
  ]),
  reason: z.string(),
});
export type TestsDoubt = z.infer<typeof testsDoubtSchema>;

const grownFunctionSchema = z.object({
  file: z.string(),
  name: z.string(),
  line: count,
  /** 0 if the function is new. */
  from: count,
  to: count,
});
export type GrownFunction = z.infer<typeof grownFunctionSchema>;

/** What linters, type checkers and the build take may be too long for every iteration. */
export const deferrableParts = ['lint', 'types', 'build'] as const;
export type DeferrablePart = (typeof deferrableParts)[number];

/**
 * What was measured of one snapshot. A part that could not be measured is null and is named, with the reason, in
 * `unknown`; it is never 0.
 */
export const metricsSchema = z.object({
  tests: testCountsSchema.nullable(),
  /** Left out if the run was complete, or no tests were reported. Criteria ask `criterionValue`, which takes it into account. */
  testsDoubt: testsDoubtSchema.optional(),
  coverage: z
    .object({
      lines: ratioSchema,
      branches: ratioSchema.nullable(),
      /** Who counted: tools count lines differently, so figures of two tools are never compared. */
      tool: z.string(),
      /** What reading it took after the run, in milliseconds; left out if the project writes it by itself. */
      costMs: amount.optional(),
      /** The run that collected it, and the same command when it last ran without; null if it never did. */
      collecting: z.object({ runMs: amount, plainMs: amount.nullable() }).optional(),
      /**
       * How many source lines the tests of each file ran, in functions that they called; most first, at most 100 files.
       * Left out if the runner does not separate test files.
       */
      byTestFile: z.record(z.string(), count).optional(),
    })
    .nullable(),
  lint: z
    .object({
      errors: count,
      warnings: count,
      /** The most frequent rules, at most `maxRules`. */
      byRule: z.record(z.string(), count).optional(),
      /** Which linters these counts come from; counts of different sets are not compared. */
      tools: z.array(z.string()).optional(),
    })
    .nullable(),
  types: z.object({ errors: count, tools: z.array(z.string()).optional() }).nullable(),
  build: z.object({ status: z.enum(['success', 'failure']), durationMs: amount }).nullable(),
  files: count.nullable(),
  loc: count.nullable(),
  complexity: z
    .object({
      mean: amount,
      max: count,
      functions: count,
      /** In which functions it grew since the tree that this one was made from, most first; at most 10. Left out if none did. */
      grew: z.array(grownFunctionSchema).optional(),
    })
    .nullable(),
  /** Of the lines that a change wrote; left out if none were tested. */
  mutants: mutantCountsSchema.optional(),
  custom: z.record(z.string(), z.number()),
  /** How long the commands of a part ran, in milliseconds; left out if none ran for it, or a check was it. */
  costMs: z.object({ lint: amount, types: amount, build: amount }).partial().optional(),
  /** Of a baseline: what is not measured again before the end. */
  deferred: z.array(z.enum(deferrableParts)).optional(),
  /** What was unavailable, and why: `coverage: vitest without @vitest/coverage-v8`. */
  unknown: z.array(z.string()),
});
export type Metrics = z.infer<typeof metricsSchema>;

export const maxRules = 50;

export const unmeasured: Metrics = {
  tests: null,
  coverage: null,
  lint: null,
  types: null,
  build: null,
  files: null,
  loc: null,
  complexity: null,
  custom: {},
  unknown: [],
};

/** In percent, cut (not rounded) to two decimals: 9999 of 10000 never reads as all of them. Null for nothing of nothing. */
export function percentage(part: number, total: number): number | null {
  return total > 0 ? Math.floor((part * 10_000) / total) / 100 : null;
}

/** Covered against total; null if there was nothing to cover. */
export function ratio(covered: number, total: number): Ratio | null {
  const share = percentage(covered, total);
  return share === null ? null : { covered, total, percentage: share };
}

/**
 * The run ended before all tests were counted. The counts are shown and marked as partial; they are not a measure: the tests that are
 * missing may be those that fail.
 */
export function isPartial({ testsDoubt }: Pick<Metrics, 'testsDoubt'>): boolean {
  return testsDoubt !== undefined && testsDoubt.kind !== 'no-tests' && testsDoubt.kind !== 'command-failed';
}

/** The counts of a complete run; null if there was none. */
export function wholeTests(metrics: Metrics): Metrics['tests'] {
  return isPartial(metrics) ? null : metrics.tests;
}

/** Of all tests, the skipped ones included: skipping a failing test gains nothing. */
export function passRate(metrics: Metrics): number | null {
  const tests = wholeTests(metrics);
  return tests && percentage(tests.passed, tests.total);
}

/**
 * Failed tests + type errors + lint errors + 1 for a failed build, over what is set up; null if nothing is, or if
 * the number of failing tests is unknown.
 */
export function errorCount(metrics: Metrics): number | null {
  if (isPartial(metrics)) return null;
  const measured = Object.values(errorParts(metrics)).filter((part) => part !== null);
  return measured.length === 0 ? null : measured.reduce((sum, part) => sum + part, 0);
}

export function errorParts(metrics: Metrics) {
  const { types, lint, build } = metrics;
  return {
    tests: wholeTests(metrics)?.failed ?? null,
    types: types?.errors ?? null,
    lint: lint?.errors ?? null,
    build: build && Number(build.status === 'failure'),
  };
}

const readers = {
  coverage: (metrics) => metrics.coverage?.lines.percentage,
  branch_coverage: (metrics) => metrics.coverage?.branches?.percentage,
  test_count: (metrics) => wholeTests(metrics)?.total,
  tests_passed: (metrics) => wholeTests(metrics)?.passed,
  tests_failed: (metrics) => wholeTests(metrics)?.failed,
  tests_skipped: (metrics) => wholeTests(metrics)?.skipped,
  pass_rate: passRate,
  lint_errors: (metrics) => metrics.lint?.errors,
  lint_warnings: (metrics) => metrics.lint?.warnings,
  type_errors: (metrics) => metrics.types?.errors,
  /** In seconds. */
  build_time: (metrics) => metrics.build && metrics.build.durationMs / 1000,
  file_count: (metrics) => metrics.files,
  loc: (metrics) => metrics.loc,
  /** The mean over all functions. */
  complexity: (metrics) => metrics.complexity?.mean,
  error_count: errorCount,
  /** The share of valid mutants of the change that tests notice. */
  mutants: ({ mutants }) => mutants && percentage(mutants.killed, mutants.killed + mutants.survived),
} satisfies Record<string, (metrics: Metrics) => number | null | undefined>;

export type MetricName = keyof typeof readers;
export const metricNames = Object.keys(readers) as MetricName[];

/** The number behind a name that criteria use, `custom.<name>` included; null if unknown. */
export function metricValue(metrics: Metrics, name: string): number | null {
  if (name.startsWith('custom.')) return own(metrics.custom, name.slice('custom.'.length)) ?? null;
  return own(readers, name)?.(metrics) ?? null;
}

/** Names come from people: `constructor` is not a metric. */
function own<T>(table: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
