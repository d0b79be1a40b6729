import type { Metrics } from '../metrics/metrics.ts';
import type { Criterion } from './criterion.ts';
import { baselineValue, criterionValue, doubtOf, whyUnknown } from './criterion-value.ts';
import { describeEvidence, type MeasuredFrom } from './measured-from.ts';
import type { Verdict } from './verdict.ts';

type MetricCriterion = Extract<Criterion, { kind: 'metric' }>;

/**
 * Whether a measured number meets its threshold. An unknown metric is unmeasured, never 0. If it does not hold, it
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
  const actual = now && criterionValue(now, metric);
  const threshold = value === 'baseline' ? baseline && baselineValue(baseline, metric) : value;
  const common = { criterion: id, exitCode: null, durationMs: 0, tests: null, excerpt: '', outputFile: null };
  const evidence = () => describeEvidence(metric, sources, maxChars);
  if (actual === null || threshold === null) {
    const [what, where] = actual === null ? [metric, now] : [`${metric} at the baseline`, baseline];
    const why = where && whyUnknown(where, metric);
    const reason = `${what} could not be measured${why ? ` (${why})` : ''}`;
    const unmeasured = where ? kindOf(where, metric) : 'no-metric';
    return { ...common, ...evidence(), outcome: 'unmeasured', reason, unmeasured };
  }
  const holds = compare[op](actual, threshold);
  return {
    ...common,
    ...(!holds && evidence()),
    outcome: holds ? 'pass' : 'fail',
    reason: `${metric} is ${rounded(actual)}, required ${op} ${rounded(threshold)}`,
    unmeasured: null,
  };
}

/** Without the noise of arithmetic in binary fractions. */
const rounded = (value: number) => Number(value.toFixed(6));

/** Broken tests are work for an agent; a measure that is unavailable is not. */
function kindOf(metrics: Metrics, metric: string): 'incomplete' | 'no-metric' {
  const doubt = doubtOf(metrics, metric);
  return doubt && doubt.kind !== 'runner-missing' ? 'incomplete' : 'no-metric';
}

const compare: Record<MetricCriterion['op'], (actual: number, threshold: number) => boolean> = {
  '>=': (actual, threshold) => actual >= threshold,
  '<=': (actual, threshold) => actual <= threshold,
  '>': (actual, threshold) => actual > threshold,
  '<': (actual, threshold) => actual < threshold,
  '==': (actual, threshold) => actual === threshold,
  '!=': (actual, threshold) => actual !== threshold,
};
