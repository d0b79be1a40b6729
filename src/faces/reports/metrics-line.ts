import type { Metrics } from '../../core/metrics/metrics.ts';
import type { IterationState, LoopState } from '../../core/state/state.ts';
import { objectivePart } from './objective.ts';
import { testsLine } from './tests-text.ts';

/** `tests 41→44/46  cov 81.2 (+1.2)  lint 0  types 3→1`: known metrics and their change since the parent iteration. */
export function metricsLine(iteration: IterationState, state: LoopState): string[] {
  const now = iteration.metrics;
  const before = (iteration.parent === null ? null : state.iterations[iteration.parent]?.metrics) ?? null;
  const parts = [testsLine(iteration, state)];
  if (now) parts.push(coverage(now, before), errors('lint', now, before), errors('types', now, before));
  parts.push(objectivePart(iteration, state));
  return parts.filter((part) => part !== null);
}

function coverage(now: Metrics, before: Metrics | null): string | null {
  const value = now.coverage?.lines.percentage;
  if (value === undefined) return null;
  const was = before?.coverage?.tool === now.coverage?.tool ? before?.coverage?.lines.percentage : undefined;
  const moved = was === undefined ? 0 : Math.round((value - was) * 10) / 10;
  return `cov ${value.toFixed(1)}${moved === 0 ? '' : ` (${moved > 0 ? '+' : ''}${moved})`}`;
}

function errors(name: 'lint' | 'types', now: Metrics, before: Metrics | null): string | null {
  const value = now[name]?.errors;
  if (value === undefined) return null;
  const was = before?.[name]?.errors;
  return `${name} ${was === undefined || was === value ? '' : `${was}→`}${value}`;
}
