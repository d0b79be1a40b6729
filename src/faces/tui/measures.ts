import { isPart, testsOf } from '../../core/criteria/counted-tests.ts';
import { deltas } from '../../core/metrics/deltas.ts';
import { type Metrics, metricValue } from '../../core/metrics/metrics.ts';
import { OBJECTIVE } from '../../core/selection/goal.ts';
import type { IterationState, LoopState } from '../../core/state/state.ts';

/** One metric of the last checked iteration, and its change since the parent iteration. */
export interface Measure {
  name: string;
  value: string;
  delta: number | null;
  /** Whether the change is an improvement; null if unchanged or neutral. */
  better: boolean | null;
}

const SHOWN = [
  { name: 'cov', metric: 'coverage', digits: 1, up: true },
  { name: 'lint', metric: 'lint_errors', digits: 0, up: false },
  { name: 'types', metric: 'type_errors', digits: 0, up: false },
  { name: 'complexity', metric: 'complexity', digits: 1, up: false },
] as const;

/** Known metrics of the last checked iteration; unmeasured ones are omitted, never 0. The quality is in the chart. */
export function measuresOf(state: LoopState, last: IterationState | undefined): Measure[] {
  if (!last) return [];
  const before = last.parent === null ? undefined : state.iterations[last.parent];
  const { mode } = state.settings.goal;
  const figures = metrics(last.metrics, before?.metrics ?? null, mode);
  return [...tests(last, before), ...figures];
}

function tests(last: IterationState, before: IterationState | undefined): Measure[] {
  const [now, was] = [testsOf(last.verdicts), testsOf(before?.verdicts ?? null)];
  if (!now) return [];
  if (now.total === 0) return [measure('tests', 'none counted', null, true)];
  const skipped = now.skipped > 0 ? `, ${now.skipped} skipped` : '';
  const part = isPart(last.verdicts);
  const moved = was && !part && !isPart(before?.verdicts ?? null) ? now.passed - was.passed : null;
  return [measure('tests', `${now.passed}/${now.total}${skipped}${part ? ', incomplete run' : ''}`, moved, true)];
}

function metrics(now: Metrics | null, was: Metrics | null, goal: string): Measure[] {
  if (!now) return [];
  const moved = was && deltas(was, now);
  const named = SHOWN.flatMap(({ name, metric, digits, up }) => {
    const value = metricValue(now, metric);
    return value === null ? [] : [measure(name, value.toFixed(digits), moved && rounded(moved[metric], digits), up)];
  });
  const custom = Object.entries(now.custom).map(([name, value]) =>
    measure(name, String(value), moved?.custom[name] ?? null, name === OBJECTIVE ? goal === 'maximize' : null),
  );
  return [...named, ...custom];
}

function measure(name: string, value: string, delta: number | null, up: boolean | null): Measure {
  const better = delta === null || delta === 0 || up === null ? null : delta > 0 === up;
  return { name, value, delta, better };
}

function rounded(value: number | null, digits: number): number | null {
  return value === null ? null : Math.round(value * 10 ** digits) / 10 ** digits + 0;
}
