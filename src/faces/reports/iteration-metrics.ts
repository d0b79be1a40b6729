import { iterationDeltas } from '../../core/metrics/deltas.ts';
import { metricValue } from '../../core/metrics/metrics.ts';
import type { IterationState, LoopState } from '../../core/state/state.ts';
import { iterationReceipt } from './receipt.ts';

/** `progress/iteration-NNN-metrics.json`: the receipt, metrics and judgement of one iteration. */
export function iterationMetrics(state: LoopState, iteration: IterationState) {
  const { metrics, decision, n, best } = iteration;
  const previous = (iteration.parent === null ? null : state.iterations[iteration.parent]?.metrics) ?? null;
  const baseline = (n === 0 ? null : state.iterations[0]?.metrics) ?? null;
  const deltas = metrics && iterationDeltas(metrics, previous, baseline);
  const bestIteration = best === null ? undefined : state.iterations[best];
  const of = (name: string) => (metrics ? metricValue(metrics, name) : null);
  return {
    ...iterationReceipt(iteration),
    timestamp: new Date(iteration.endedAt).toISOString(),
    classification: iteration.classification,
    testing: {
      test_count: of('test_count'),
      tests_passed: of('tests_passed'),
      tests_failed: of('tests_failed'),
      tests_skipped: of('tests_skipped'),
      pass_rate: of('pass_rate'),
      coverage_percentage: of('coverage'),
      coverage_lines_covered: metrics?.coverage?.lines.covered ?? null,
      coverage_lines_total: metrics?.coverage?.lines.total ?? null,
    },
    quality: {
      lint_errors: of('lint_errors'),
      lint_warnings: of('lint_warnings'),
      type_errors: of('type_errors'),
      build_status: metrics?.build?.status ?? null,
      error_count: of('error_count'),
    },
    codebase: { file_count: of('file_count'), loc_total: of('loc'), complexity_score: of('complexity') },
    custom: metrics?.custom ?? {},
    /** What could not be measured, and why. */
    unknown: metrics?.unknown ?? [],
    deltas: { from_previous: deltas?.previous ?? null, from_baseline: deltas?.baseline ?? null },
    quality_score: iteration.score,
    quality_detail: iteration.quality,
    is_best_iteration: state.best === n,
    alerts: iteration.alerts.map((alert) => ({ ...alert, triggered_at: `iteration_${n}` })),
    findings: iteration.findings,
    best_iteration_tracker: {
      current_best: best,
      best_quality_score: bestIteration?.score ?? null,
      current_iteration_score: iteration.score,
    },
    recommendation: decision && {
      action: decision.action,
      target_iteration: decision.action === 'rollback' ? best : null,
      reason: decision.reason,
      confidence: decision.confidence,
    },
  };
}
