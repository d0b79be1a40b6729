import { analyticsParts, type LoopAnalytics } from '../../core/analytics/analytics.ts';
import type { Comparison } from '../../core/analytics/comparison.ts';
import { csv } from './csv.ts';

/** One row per judged iteration. */
export function analyticsCsv({ task_id, profile, history }: LoopAnalytics): string {
  const head = [
    'loop',
    'iteration',
    'timestamp',
    'quality',
    'quality_delta',
    'quality_delta_from_baseline',
    'classification',
    'decision',
    'best',
  ];
  return csv(
    [...head, ...analyticsParts, 'profile', 'parts'],
    history.map((one) => [
      task_id,
      one.iteration,
      one.timestamp,
      one.quality,
      one.delta.quality,
      one.delta.quality_from_baseline,
      one.classification,
      one.decision,
      one.is_best_iteration,
      ...analyticsParts.map((part) => one.scores[part]),
      profile,
      one.parts.flatMap(({ name, contribution }) => (contribution === null ? [] : `${name}=${contribution}`)).join(' '),
    ]),
  );
}

/** One row per group: all, each agent, each task type. */
export function comparisonCsv(groups: readonly (readonly [kind: string, name: string, figures: Comparison])[]): string {
  const head = ['group', 'name', 'loops', 'ended', 'succeeded', 'success_rate', 'mean_iterations', 'iterations_saved'];
  const more = ['kept_over_last', 'mean_gain', 'rollbacks', 'regressions_caught', 'false_positive_rate', 'cost_usd'];
  return csv(
    [...head, ...more],
    groups.map(([kind, name, one]) => [
      kind,
      name,
      one.loops,
      one.ended,
      one.succeeded,
      one.success_rate,
      one.mean_iterations,
      one.iterations_saved,
      one.best_over_final.loops,
      one.best_over_final.mean_gain,
      one.rollbacks,
      one.regressions_caught,
      one.false_positive_rate,
      one.cost_usd,
    ]),
  );
}
