import type { LoopSummary } from './summary.ts';
import { tidy } from './trajectory.ts';

/** A group of loops in figures; every rate and mean is null if there is nothing to compute it from. */
export function comparisonOf(loops: readonly LoopSummary[]) {
  const ended = loops.filter(({ ending }) => ending !== null && ending !== 'aborted');
  const succeeded = ended.filter(({ ending }) => ending === 'completed');
  const scored = ended.filter(({ scores }) => scores.best !== null && scores.last !== null);
  const gains = scored.map(({ scores }) => (scores.best ?? 0) - (scores.last ?? 0));
  const costs = loops.map(({ costUsd }) => costUsd).filter((cost) => cost !== null);
  const cost = costs.length === 0 ? null : sum(costs);
  const detected = sum(loops.map(({ raised }) => raised.detected));
  const [caught, wrong] = [
    sum(loops.map(({ raised }) => raised.caught)),
    sum(loops.map(({ raised }) => raised.falsePositives)),
  ];
  return {
    loops: loops.length,
    ended: ended.length,
    succeeded: succeeded.length,
    success_rate: share(succeeded.length, ended.length),
    mean_iterations: mean(ended.map((loop) => loop.launches)),
    mean_iterations_to_success: mean(succeeded.map((loop) => loop.launches)),
    iterations_saved: sum(ended.map((loop) => Math.max(0, loop.maxIterations - loop.launches))),
    /** How often an iteration other than the last was kept, and by how much it was better. */
    best_over_final: {
      loops: gains.filter((gain) => gain > 0).length,
      mean_gain: mean(gains),
      largest_gain: gains.length === 0 ? null : tidy(Math.max(...gains)),
    },
    regressions: sum(loops.map(({ regressions }) => regressions)),
    rollbacks: sum(loops.map(({ rollbacks }) => rollbacks)),
    /** The alerts that a later iteration or a person confirmed. */
    regressions_caught: caught,
    alerts: detected,
    false_positive_rate: share(wrong, wrong + caught),
    active_ms: sum(loops.map(({ activeMs }) => activeMs)),
    agent_ms: sum(loops.map(({ agentMs }) => agentMs)),
    cost_usd: cost,
    /** Loops whose agent did not report its cost: the sum above excludes them. */
    cost_unknown: loops.length - costs.length,
    cost_per_success_usd: cost === null || succeeded.length === 0 ? null : tidy(cost / succeeded.length, 4),
  };
}

export type Comparison = ReturnType<typeof comparisonOf>;

/** All loops together, and by agent and by task type. */
export function analyticsAcross(loops: readonly LoopSummary[]) {
  return {
    schema: 'jumar-analytics-across/1',
    all: comparisonOf(loops),
    by_agent: grouped(loops, ({ agent }) => agent),
    by_task_type: grouped(loops, ({ taskType }) => taskType),
  };
}

function grouped(loops: readonly LoopSummary[], by: (loop: LoopSummary) => string): Record<string, Comparison> {
  const groups = new Map<string, LoopSummary[]>();
  for (const loop of loops) {
    const group = groups.get(by(loop));
    if (group) group.push(loop);
    else groups.set(by(loop), [loop]);
  }
  const sorted = [...groups].sort(([, a], [, b]) => b.length - a.length);
  return Object.fromEntries(sorted.map(([name, group]) => [name, comparisonOf(group)]));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => (values.length === 0 ? null : tidy(sum(values) / values.length, 4));
const share = (part: number, whole: number) => (whole === 0 ? null : tidy(part / whole, 4));
