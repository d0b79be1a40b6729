import { COLLECT_ANYWAY } from '../../core/metrics/coverage.ts';
import type { LoopState } from '../../core/state/state.ts';
import { duration } from './format.ts';

/** What coverage costs that nobody asked for by name, after the baseline has shown it; or why it is not collected. */
export function coverageCostLines({ settings, iterations }: LoopState, iteration: number): string[] {
  const { coverage, unknown = [] } = (iteration === 0 ? iterations[0]?.metrics : null) ?? {};
  if (settings.metrics.coverage !== 'cheap') return [];
  const rejected = unknown.find((reason) => reason.endsWith(COLLECT_ANYWAY));
  if (rejected) return [`  coverage is not measured: ${rejected.replace('coverage: ', '')}`];
  const { collecting, costMs = 0 } = coverage ?? {};
  if (!collecting?.plainMs) return [];
  const { runMs, plainMs } = collecting;
  const withMs = runMs + costMs;
  const share = Math.max(0, Math.round((withMs / plainMs - 1) * 100));
  return [
    `  coverage is measured: ${share} % more time for the tests (${duration(plainMs)} → ${duration(withMs)}); turn it off with --coverage off`,
  ];
}
