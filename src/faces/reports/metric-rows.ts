import { deltas } from '../../core/metrics/deltas.ts';
import { type MetricName, type Metrics, metricValue } from '../../core/metrics/metrics.ts';
import type { IterationState, LoopState } from '../../core/state/state.ts';
import { withSign } from './chart.ts';

export interface MetricRow {
  name: string;
  current: string;
  previous: string;
  delta: string;
  baseline: string;
  baselineDelta: string;
}

const metrics: [MetricName, string, string][] = [
  ['test_count', 'Test Count', ''],
  ['tests_passed', 'Tests Passed', ''],
  ['tests_failed', 'Tests Failed', ''],
  ['tests_skipped', 'Tests Skipped', ''],
  ['pass_rate', 'Pass Rate', '%'],
  ['coverage', 'Coverage', '%'],
  ['branch_coverage', 'Branch Coverage', '%'],
  ['mutants', 'Mutants Killed', '%'],
  ['error_count', 'Errors', ''],
  ['lint_errors', 'Lint Errors', ''],
  ['lint_warnings', 'Lint Warnings', ''],
  ['type_errors', 'Type Errors', ''],
  ['file_count', 'Files', ''],
  ['loc', 'Lines of Code', ''],
  ['complexity', 'Complexity', ''],
];
/** Shown in every report; other metrics only if known. */
const always = new Set<string>(['test_count', 'pass_rate', 'coverage', 'error_count']);

/** Every metric of an iteration, with its values at the parent iteration and the baseline. */
export function metricRows(state: LoopState, iteration: IterationState): MetricRow[] {
  const now = iteration.metrics;
  const before = (iteration.parent === null ? null : state.iterations[iteration.parent]?.metrics) ?? null;
  const first = (iteration.n === 0 ? null : state.iterations[0]?.metrics) ?? null;
  const custom = Object.keys(now?.custom ?? {}).map((name): [string, string, string] => [`custom.${name}`, name, '']);
  return [...metrics, ...custom]
    .filter(([key]) => always.has(key) || [now, before, first].some((one) => one && metricValue(one, key) !== null))
    .map(([key, name, unit]) => ({
      name,
      current: formatMetric(now, key, unit),
      previous: iteration.n === 0 ? '' : formatMetric(before, key, unit),
      delta: formatDelta(before, now, key, unit),
      baseline: iteration.n === 0 ? '' : formatMetric(first, key, unit),
      baselineDelta: formatDelta(first, now, key, unit),
    }));
}

/** Every metric that was measured at least once, over all iterations. */
export function metricSeries({ iterations }: LoopState): { name: string; unit: string; values: (number | null)[] }[] {
  const custom = [...new Set(iterations.flatMap((one) => Object.keys(one.metrics?.custom ?? {})))];
  return [...metrics, ...custom.map((name): [string, string, string] => [`custom.${name}`, name, ''])]
    .map(([key, name, unit]) => ({
      name,
      unit,
      values: iterations.map((one) => one.metrics && metricValue(one.metrics, key)),
    }))
    .filter(({ values }) => values.some((value) => value !== null));
}

function formatMetric(metrics: Metrics | null, key: string, unit: string): string {
  const value = metrics && metricValue(metrics, key);
  return value === null ? 'unknown' : `${round(value)}${unit}`;
}

function formatDelta(from: Metrics | null, to: Metrics | null, key: string, unit: string): string {
  if (!from || !to) return '';
  const all = deltas(from, to);
  const delta = key.startsWith('custom.') ? (all.custom[key.slice(7)] ?? null) : all[key as MetricName];
  if (delta === null) return 'unknown';
  return delta === 0 ? '0' : `${withSign(delta, Number.isInteger(delta) ? 0 : 1)}${unit}`;
}

const round = (value: number) => String(Math.round(value * 100) / 100);
