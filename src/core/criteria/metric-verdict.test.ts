import { expect, test } from 'vitest';
import { ratio, unmeasured } from '../metrics/metrics.ts';
import type { Criterion } from './criterion.ts';
import { metricVerdict } from './metric-verdict.ts';

type MetricCriterion = Extract<Criterion, { kind: 'metric' }>;

const metricCriterion = (metric: string, op: MetricCriterion['op'], value: number | 'baseline'): MetricCriterion => ({
  id: 'c1',
  text: '',
  kind: 'metric',
  metric,
  op,
  value,
});
const tests = (total: number) => ({ total, passed: total, failed: 0, skipped: 0 });
const now = {
  ...unmeasured,
  tests: tests(9),
  coverage: { lines: ratio(815, 1000)!, branches: null, tool: 'lcov' },
  custom: { bundle_kb: 250 },
  unknown: ['lint: eslint is not installed'],
};
const baseline = { ...unmeasured, tests: tests(10) };

test.each([
  [metricCriterion('coverage', '>=', 80), 'pass', 'coverage is 81.5, required >= 80'],
  [metricCriterion('coverage', '>', 81.5), 'fail', 'coverage is 81.5, required > 81.5'],
  [metricCriterion('custom.bundle_kb', '<=', 250), 'pass', 'custom.bundle_kb is 250, required <= 250'],
  [metricCriterion('custom.bundle_kb', '<', 250), 'fail', 'custom.bundle_kb is 250, required < 250'],
  [metricCriterion('tests_failed', '==', 0), 'pass', 'tests_failed is 0, required == 0'],
  [metricCriterion('tests_failed', '!=', 0), 'fail', 'tests_failed is 0, required != 0'],
  [metricCriterion('test_count', '>=', 'baseline'), 'fail', 'test_count is 9, required >= 10'],
  [
    metricCriterion('coverage', '>=', 'baseline'),
    'unmeasured',
    'coverage at the baseline could not be measured (no report was written; --coverage auto asks the test runner, or set metrics.coverage.command)',
  ],
  [
    metricCriterion('branch_coverage', '>=', 80),
    'unmeasured',
    'branch_coverage could not be measured (lcov reports no branches)',
  ],
  [
    metricCriterion('build_time', '<', 9),
    'unmeasured',
    'build_time could not be measured (no build command found; add a script named build, or set metrics.build.command)',
  ],
  [metricCriterion('loc', '<', 9), 'unmeasured', 'loc could not be measured'],
  [
    metricCriterion('lint_errors', '==', 0),
    'unmeasured',
    'lint_errors could not be measured (lint: eslint is not installed)',
  ],
])('%j: %s', (criterion, outcome, reason) => {
  expect(metricVerdict(criterion, now, baseline)).toMatchObject({ outcome, reason });
});

test('numbers are shown without floating-point noise', () => {
  const built = { ...unmeasured, build: { status: 'success' as const, durationMs: 209.757915000001 } };
  expect(metricVerdict(metricCriterion('build_time', '<', 1), built, null).reason).toBe(
    'build_time is 0.209758, required < 1',
  );
});

const counts = [
  'test_count >= 3',
  'tests_passed >= 3',
  'tests_failed == 0',
  'tests_skipped == 0',
  'pass_rate >= 60',
  'error_count == 0',
];
const criterionOf = (text: string) => {
  const [metric = '', op, value] = text.split(' ');
  return metricCriterion(metric, op as MetricCriterion['op'], Number(value));
};

test.each(
  (['no-tests', 'collection-error', 'crashed', 'exit0-before-end', 'timeout', 'runner-missing'] as const).flatMap(
    (kind) => counts.map((text) => [kind, text] as const),
  ),
)('%s: counts that are not those of a whole run do not meet %s', (kind, text) => {
  const metrics = { ...now, testsDoubt: { kind, reason: 'math.test.js could not be loaded' }, unknown: [] };
  const verdict = metricVerdict(criterionOf(text), metrics, null);
  expect(verdict.outcome).toBe('unmeasured');
  expect(verdict.reason).toContain('could not be measured (tests: math.test.js could not be loaded)');
  expect(verdict.unmeasured).toBe(kind === 'runner-missing' ? 'no-metric' : 'incomplete');
});

test.each([
  ['tests_failed == 0', 'unmeasured'],
  ['pass_rate >= 60', 'unmeasured'],
  ['error_count == 0', 'unmeasured'],
  ['test_count >= 3', 'pass'],
  ['tests_skipped == 0', 'pass'],
])('a command that fails although no test does: %s is %s', (text, outcome) => {
  const doubt = { kind: 'command-failed' as const, reason: '9 tests passed, but exit 1' };
  const metrics = { ...now, testsDoubt: doubt, unknown: [] };
  expect(metricVerdict(criterionOf(text), metrics, null).outcome).toBe(outcome);
});

test('errors are not counted without a part that could not be measured', () => {
  expect(metricVerdict(metricCriterion('error_count', '==', 0), now, null)).toMatchObject({
    outcome: 'unmeasured',
    reason: 'error_count could not be measured (lint: eslint is not installed)',
  });
  expect(metricVerdict(metricCriterion('error_count', '==', 0), { ...now, unknown: [] }, null).outcome).toBe('pass');
});

test('a baseline in which no test was found has none, and one that could not be loaded is unknown', () => {
  const empty = { ...unmeasured, tests: tests(0), testsDoubt: { kind: 'no-tests' as const, reason: 'none' } };
  expect(metricVerdict(metricCriterion('test_count', '>', 'baseline'), now, empty).outcome).toBe('pass');
  const broken = { ...empty, testsDoubt: { kind: 'collection-error' as const, reason: 'SyntaxError' } };
  expect(metricVerdict(metricCriterion('test_count', '>', 'baseline'), now, broken)).toMatchObject({
    outcome: 'unmeasured',
    reason: 'test_count at the baseline could not be measured (tests: SyntaxError)',
  });
});
