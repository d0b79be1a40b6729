import { expect, test } from 'vitest';
import type { Criterion } from '../criterion.ts';
import { ratio, unmeasured } from '../metrics.ts';
import { metricVerdict } from './metric-verdict.ts';

type MetricCriterion = Extract<Criterion, { kind: 'metric' }>;

const asked = (metric: string, op: MetricCriterion['op'], value: number | 'baseline'): MetricCriterion => ({
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
  [asked('coverage', '>=', 80), 'pass', 'coverage is 81.5, asked for >= 80'],
  [asked('coverage', '>', 81.5), 'fail', 'coverage is 81.5, asked for > 81.5'],
  [asked('custom.bundle_kb', '<=', 250), 'pass', 'custom.bundle_kb is 250, asked for <= 250'],
  [asked('custom.bundle_kb', '<', 250), 'fail', 'custom.bundle_kb is 250, asked for < 250'],
  [asked('tests_failed', '==', 0), 'pass', 'tests_failed is 0, asked for == 0'],
  [asked('tests_failed', '!=', 0), 'fail', 'tests_failed is 0, asked for != 0'],
  [asked('test_count', '>=', 'baseline'), 'fail', 'test_count is 9, asked for >= 10'],
  [asked('coverage', '>=', 'baseline'), 'unmeasured', 'coverage at the baseline could not be measured'],
  [asked('lint_errors', '==', 0), 'unmeasured', 'lint_errors could not be measured (lint: eslint is not installed)'],
])('%j: %s', (criterion, outcome, reason) => {
  expect(metricVerdict(criterion, now, baseline)).toMatchObject({ outcome, reason });
});
