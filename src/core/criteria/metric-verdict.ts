import type { Criterion } from '../criterion.ts';
import { type Metrics, metricValue } from '../metrics.ts';
import type { Verdict } from '../verdict.ts';

type MetricCriterion = Extract<Criterion, { kind: 'metric' }>;

/** Whether a measured number meets its threshold. An unknown metric is unmeasured, never 0. */
export function metricVerdict(criterion: MetricCriterion, now: Metrics | null, baseline: Metrics | null): Verdict {
  const { id, metric, op, value } = criterion;
  const actual = now && metricValue(now, metric);
  const threshold = value === 'baseline' ? baseline && metricValue(baseline, metric) : value;
  const known = { criterion: id, exitCode: null, durationMs: 0, tests: null, excerpt: '', outputFile: null };
  if (actual === null || threshold === null) {
    const what = actual === null ? metric : `${metric} at the baseline`;
    const why = now?.unknown.find((reason) => reason.startsWith(`${metric.replace(/_.*/, '')}:`));
    const reason = `${what} could not be measured${why ? ` (${why})` : ''}`;
    return { ...known, outcome: 'unmeasured', reason, unmeasured: 'no-metric' };
  }
  return {
    ...known,
    outcome: compare[op](actual, threshold) ? 'pass' : 'fail',
    reason: `${metric} is ${actual}, asked for ${op} ${threshold}`,
    unmeasured: null,
  };
}

const compare: Record<MetricCriterion['op'], (actual: number, threshold: number) => boolean> = {
  '>=': (actual, threshold) => actual >= threshold,
  '<=': (actual, threshold) => actual <= threshold,
  '>': (actual, threshold) => actual > threshold,
  '<': (actual, threshold) => actual < threshold,
  '==': (actual, threshold) => actual === threshold,
  '!=': (actual, threshold) => actual !== threshold,
};
