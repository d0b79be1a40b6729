import type { Criterion } from '../criterion.ts';
import { type Metrics, metricValue } from '../metrics.ts';
import type { Verdict } from '../verdict.ts';
import { evidenceOf, type MeasuredFrom } from './measured-from.ts';

type MetricCriterion = Extract<Criterion, { kind: 'metric' }>;

/**
 * Whether a measured number meets its threshold. An unknown metric is unmeasured, never 0. Where it does not hold, it
 * shows what the number was read from, in at most `maxChars` characters.
 */
export function metricVerdict(
  criterion: MetricCriterion,
  now: Metrics | null,
  baseline: Metrics | null,
  sources: readonly MeasuredFrom[] = [],
  maxChars = 500,
): Verdict {
  const { id, metric, op, value } = criterion;
  const actual = now && metricValue(now, metric);
  const threshold = value === 'baseline' ? baseline && metricValue(baseline, metric) : value;
  const known = { criterion: id, exitCode: null, durationMs: 0, tests: null, excerpt: '', outputFile: null };
  const evidence = () => evidenceOf(metric, sources, maxChars);
  if (actual === null || threshold === null) {
    const what = actual === null ? metric : `${metric} at the baseline`;
    const why = now?.unknown.find((reason) => reason.startsWith(`${metric.replace(/_.*/, '')}:`));
    const reason = `${what} could not be measured${why ? ` (${why})` : ''}`;
    return { ...known, ...evidence(), outcome: 'unmeasured', reason, unmeasured: 'no-metric' };
  }
  const holds = compare[op](actual, threshold);
  return {
    ...known,
    ...(!holds && evidence()),
    outcome: holds ? 'pass' : 'fail',
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
