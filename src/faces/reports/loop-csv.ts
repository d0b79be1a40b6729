import { usageOf } from '../../core/agents/usage.ts';
import { trajectoryOf } from '../../core/analytics/trajectory.ts';
import { metricNames, metricValue } from '../../core/metrics/metrics.ts';
import { changesIn, type LoopState } from '../../core/state/state.ts';
import { csv } from './csv.ts';

/** One row per judged iteration: judgement, time, cost and every metric, custom ones last. */
export function loopCsv(state: LoopState): string {
  const judgement = [
    'iteration',
    'at',
    'quality',
    'delta',
    'delta_from_baseline',
    'classification',
    'verified',
    'best',
    'action',
    'rule',
    'reason',
  ];
  const costs = ['agent_ms', 'cost_usd', 'tokens', 'files_changed', 'insertions', 'deletions'];
  const custom = [...new Set(state.iterations.flatMap(({ metrics }) => Object.keys(metrics?.custom ?? {})))];
  const names = [...metricNames, ...custom.map((name) => `custom.${name}`)];
  const rows = trajectoryOf(state).map((point) => {
    const iteration = state.iterations[point.iteration];
    if (!iteration) return [];
    const { costUsd, tokens } = usageOf(iteration);
    const { metrics, agent } = iteration;
    const changes = changesIn(iteration);
    return [
      point.iteration,
      new Date(point.at).toISOString(),
      point.score,
      point.delta,
      point.fromBaseline,
      point.classification,
      point.verified,
      point.best,
      point.decision.action,
      point.decision.rule,
      point.decision.reason,
      agent?.durationMs,
      costUsd,
      tokens,
      changes?.files,
      changes?.insertions,
      changes?.deletions,
      ...names.map((name) => metrics && metricValue(metrics, name)),
    ];
  });
  return csv([...judgement, ...costs, ...names], rows);
}
