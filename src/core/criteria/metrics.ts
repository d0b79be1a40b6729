import { metricNames } from '../metrics/metrics.ts';
import type { Criterion } from './criterion.ts';

type Op = Extract<Criterion, { kind: 'metric' }>['op'];
export interface Threshold {
  metric: string;
  op: Op;
  value: number | 'baseline';
}

/** Metrics in percent, 0 to 100. */
const PERCENTAGES = ['coverage', 'branch_coverage', 'pass_rate', 'mutants'];

const METRICS: readonly string[] = metricNames;

const OPS: Record<string, Op> = { '=': '==', '≥': '>=', '≤': '<=', '≠': '!=' };
const FORM = /^([a-z][\w.]*(?:[ -][a-z]+)?)\s*(>=|<=|==|!=|=|>|<|≥|≤|≠)\s*(baseline|-?\d+(?:\.\d+)?)\s*(%?)$/i;

/** `<metric> <op> <value>`: the threshold, why it is invalid, or null if the text has another form. */
export function parseThreshold(text: string): Threshold | string | null {
  const [, name = '', sign = '', value = '', percent = ''] = FORM.exec(text) ?? [];
  if (!name) return null;
  const metric = name.replace(/[ -]/g, '_').toLowerCase();
  const custom = /^custom\.\w+$/i.test(name);
  if (!custom && !METRICS.includes(metric)) {
    return `there is no metric "${name}"; there are ${METRICS.join(', ')} and custom.<name>`;
  }
  const threshold = {
    metric: custom ? name : metric,
    op: OPS[sign] ?? (sign as Op),
    value: value.toLowerCase() === 'baseline' ? ('baseline' as const) : Number(value),
  };
  return complaint(threshold, percent !== '') ?? threshold;
}

/** Thresholds that would always or never hold, because the unit was mistaken. */
function complaint({ metric, op, value }: Threshold, percent: boolean): string | null {
  if (!PERCENTAGES.includes(metric))
    return percent && !metric.startsWith('custom.') ? `${metric} is not a percentage` : null;
  if (value === 'baseline') return null;
  if (value < 0 || value > 100 || (value === 100 && op === '>')) return `${metric} is a percentage, from 0 to 100`;
  if (!percent && value > 0 && value <= 1) {
    return `${metric} is in percent: write ${metric} ${op} ${Math.round(value * 10_000) / 100}, or ${value}% if you mean that`;
  }
  return null;
}
