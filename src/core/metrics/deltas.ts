import { errorParts, type MetricName, type Metrics, metricNames, metricValue } from './metrics.ts';

/** How far each metric moved: rates in points, the rest in its own unit; null if either side is unknown. */
export type Deltas = Record<MetricName, number | null> & { custom: Record<string, number | null> };

/**
 * What cannot be compared honestly is unknown, though both sides have a number: coverage counted by different tools,
 * lint counts of different linters. Errors are compared over the parts known on both sides, so that a type checker
 * which runs for the first time does not look like new errors.
 */
export function deltas(from: Metrics, to: Metrics): Deltas {
  const named = Object.fromEntries(metricNames.map((name) => [name, moved(from, to, name)]));
  const names = new Set([...Object.keys(from.custom), ...Object.keys(to.custom)]);
  return {
    ...(named as Record<MetricName, number | null>),
    custom: Object.fromEntries([...names].map((name) => [name, moved(from, to, `custom.${name}`)])),
  };
}

/** The deltas of an iteration: to the one whose tree it started from, and to iteration 0. */
export function iterationDeltas(current: Metrics, previous: Metrics | null, baseline: Metrics | null) {
  return {
    previous: previous && deltas(previous, current),
    baseline: baseline && deltas(baseline, current),
  };
}

function moved(from: Metrics, to: Metrics, name: string): number | null {
  if (name === 'error_count') return errorsMoved(from, to);
  if (!comparable(from, to, name)) return null;
  const before = metricValue(from, name);
  const after = metricValue(to, name);
  return before === null || after === null ? null : exact(after - before);
}

function errorsMoved(from: Metrics, to: Metrics): number | null {
  const before = errorParts(from);
  const after = errorParts(to);
  if (!sameTools(from.lint?.tools, to.lint?.tools)) before.lint = null;
  if (!sameTools(from.types?.tools, to.types?.tools)) before.types = null;
  let sum: number | null = null;
  for (const part of ['tests', 'types', 'lint', 'build'] as const) {
    const [was, is] = [before[part], after[part]];
    if (was !== null && is !== null) sum = (sum ?? 0) + is - was;
  }
  return sum;
}

function comparable(from: Metrics, to: Metrics, name: string): boolean {
  if (name === 'coverage' || name === 'branch_coverage') return from.coverage?.tool === to.coverage?.tool;
  if (name === 'lint_errors' || name === 'lint_warnings') return sameTools(from.lint?.tools, to.lint?.tools);
  if (name === 'type_errors') return sameTools(from.types?.tools, to.types?.tools);
  return true;
}

/** Where either side does not say, they are taken for the same. */
function sameTools(left: readonly string[] | undefined, right: readonly string[] | undefined): boolean {
  if (!left || !right) return true;
  return [...left].sort().join('\n') === [...right].sort().join('\n');
}

/** Without the dust of binary fractions: 72.1 − 74.1 is −2, not −2.0000000000000004. */
function exact(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}
