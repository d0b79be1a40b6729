import { expect } from 'vitest';
import { metricAlerts } from '../../src/core/metrics/alerts.ts';
import { iterationDeltas } from '../../src/core/metrics/deltas.ts';
import { type Metrics, unmeasured } from '../../src/core/metrics/metrics.ts';
import { seed000 } from './000.rows.ts';
import { storiesOf } from './support/stories.ts';

const story = storiesOf(seed000);

/** So many tests, of which so many pass, with so much of 100 lines covered. */
function measured(total: number, passed: number, covered: number): Metrics {
  const lines = { covered, total: 100, percentage: covered };
  return {
    ...unmeasured,
    tests: { total, passed, failed: total - passed, skipped: 0 },
    coverage: { lines, branches: null, tool: 'c8' },
  };
}

const [baseline, second, third] = [measured(8, 5, 65), measured(10, 8, 75), measured(9, 7, 72)];

story('regression-deltas', () => {
  const { previous, baseline: fromBaseline } = iterationDeltas(third, second, baseline);
  expect(previous).toMatchObject({ test_count: -1, pass_rate: expect.closeTo(-2.2, 1), coverage: -3 });
  expect(fromBaseline).toMatchObject({ test_count: 1, pass_rate: expect.closeTo(15.3, 1), coverage: 7 });
});

story('regression-alerts', () => {
  expect(metricAlerts({ previous: second, current: third })).toMatchObject([
    { severity: 'critical', type: 'test_deletion', message: 'Test count decreased from 10 to 9' },
    { severity: 'high', type: 'coverage_regression', message: 'Coverage dropped 75%→72% (exceeds -2% threshold)' },
    { severity: 'high', type: 'functionality_loss', message: 'Passing tests decreased from 8 to 7' },
  ]);
});
