import { type Metrics, unmeasured } from '../../../src/core/metrics/metrics.ts';

/** So many tests, of which so many pass; of 100 lines so many covered; and what else was measured. */
export function measured(total: number, passed: number, covered: number | null, over: Partial<Metrics> = {}): Metrics {
  const lines = covered === null ? null : { covered, total: 100, percentage: covered };
  return {
    ...unmeasured,
    tests: { total, passed, failed: total - passed, skipped: 0 },
    coverage: lines && { lines, branches: null, tool: 'c8' },
    ...over,
  };
}
