import { totalUsage } from '../agents/usage.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { scoredMetrics } from '../quality/deferred.ts';
import { scoreMetrics } from '../quality/score.ts';
import { partsOfScore, type ScorePart } from '../quality/score-parts.ts';
import { judgedByHand, judgedLaunches, type LoopState } from '../state/state.ts';
import { type TrajectoryPoint, tidy, trajectoryOf } from './trajectory.ts';

export const analyticsParts = ['tests_passing', 'code_quality', 'coverage', 'complexity'] as const;
type Part = (typeof analyticsParts)[number];
/** Each 0..1; null if unknown. */
type Scores = Record<Part, number | null>;

/** What `jumar analytics <loop>` shows, in the names that its JSON carries. */
export function analyticsOf(state: LoopState) {
  const points = trajectoryOf(state);
  const scores = new Map(points.map(({ iteration }) => [iteration, scoresOf(state, iteration)]));
  const worked = points.filter(({ iteration }) => iteration > 0);
  const final = points.find(({ best }) => best) ?? points.at(-1);
  const first = worked.find(({ score }) => score !== null);
  const baseline = points.find(({ iteration }) => iteration === 0);
  const used = judgedLaunches(state);
  const usage = totalUsage(state);
  return {
    schema: 'jumar-analytics/1',
    task_id: state.id,
    task: state.task,
    task_type: state.taskType,
    agent: state.agent.name,
    status: state.status,
    ending: state.ended?.ending ?? null,
    iterations: used,
    iterations_by_hand: judgedByHand(state),
    max_iterations: state.settings.limits.maxIterations,
    stopping_reason: state.ended?.reason ?? null,
    /** Whose weighted sum `quality` is, everywhere below. */
    profile: state.settings.score.profile,
    final_quality: final?.score ?? null,
    final_iteration: final?.iteration ?? null,
    last_quality: points.at(-1)?.score ?? null,
    /** From the first iteration, as the rule book has it. */
    total_improvement: minus(final?.score, first?.score),
    improvement_from_baseline: minus(final?.score, baseline?.score),
    iterations_saved: state.ended ? Math.max(0, state.settings.limits.maxIterations - used) : null,
    time_saved_estimate: state.ended ? savedWords(state.settings.limits.maxIterations - used) : null,
    cost_usd: usage.costUsd,
    tokens: usage.tokens,
    active_ms: state.activeMs,
    breakdown: breakdownOf(scores, first?.iteration, final?.iteration),
    history: historyOf(state, points, scores),
  };
}

export type LoopAnalytics = ReturnType<typeof analyticsOf>;

/** Each iteration against the one whose tree it started from. */
function historyOf(state: LoopState, points: readonly TrajectoryPoint[], scores: ReadonlyMap<number, Scores>) {
  const cumulative = { plateau: 0, regression: 0 };
  const first = points.find(({ iteration, score }) => iteration > 0 && score !== null);
  return points.map((point) => {
    if (point.classification === 'plateau' || point.classification === 'stalled') cumulative.plateau += 1;
    if (point.classification === 'regression') cumulative.regression += 1;
    const now = scores.get(point.iteration) ?? unknownScores;
    const earlier = scores.get(state.iterations[point.iteration]?.parent ?? -1);
    return {
      iteration: point.iteration,
      timestamp: new Date(point.at).toISOString(),
      classification: point.classification,
      decision: point.decision.action,
      is_best_iteration: point.best,
      scores: now,
      analytics_quality: state.iterations[point.iteration]?.quality?.analytics ?? null,
      quality: point.score,
      /** What `quality` is the sum of, by the profile that decides; empty if too little is known for it. */
      parts: sumParts(state, point.iteration),
      delta: {
        quality: point.delta,
        quality_from_baseline: point.fromBaseline,
        ...perPart((part) => minus(now[part], earlier?.[part])),
      },
      cumulative: {
        total_improvement: point.iteration === 0 ? null : minus(point.score, first?.score),
        plateau_count: cumulative.plateau,
        regression_count: cumulative.regression,
      },
    };
  });
}

function sumParts(state: LoopState, n: number): Omit<ScorePart, 'weight'>[] {
  const iteration = state.iterations[n];
  return (iteration ? partsOfScore(state, iteration) : []).map(({ name, score, contribution }) => ({
    name,
    score,
    contribution: contribution === null ? null : tidy(contribution),
  }));
}

/** From the iteration that the total improvement counts from, or the next at which a part was known, to the one that is kept. */
function breakdownOf(scores: ReadonlyMap<number, Scores>, first: number | undefined, final: number | undefined) {
  return analyticsParts.flatMap((part) => {
    const known = [...scores].filter(([, one]) => one[part] !== null);
    // What is kept may be the baseline.
    const start = known.find(([n]) => n >= Math.min(first ?? 0, final ?? 0));
    const to = final === undefined ? null : (scores.get(final)?.[part] ?? null);
    if (!start || to === null) return [];
    const baseline = scores.get(0)?.[part] ?? null;
    return [{ part, since: start[0], from: start[1][part], to, delta: minus(to, start[1][part]), baseline }];
  });
}

function scoresOf(state: LoopState, n: number): Scores {
  const metrics = state.iterations[n]?.metrics;
  return metrics ? analyticsScores(metrics, state) : unknownScores;
}

/** Not a new judgement: the recorded metrics on the scale of the analytics profile, which is always recorded beside the chosen one. */
function analyticsScores(metrics: Metrics, state: LoopState): Scores {
  const baseline = state.iterations[0]?.metrics ?? null;
  const counted = [metrics, baseline].map((one) => one && scoredMetrics(state, one));
  const { analytics } = scoreMetrics(counted[0] ?? metrics, counted[1] ?? null, state.settings.score, state.taskType);
  return perPart((part) => analytics.dimensions.find(({ name }) => name === part)?.score ?? null);
}

function perPart(of: (part: Part) => number | null): Scores {
  return Object.fromEntries(analyticsParts.map((part) => [part, of(part)])) as Scores;
}

const unknownScores: Scores = perPart(() => null);

function minus(after: number | null | undefined, before: number | null | undefined): number | null {
  return after == null || before == null ? null : tidy(after - before);
}

function savedWords(saved: number): string {
  return saved <= 0 ? 'none' : `~${saved} iteration${saved === 1 ? '' : 's'} avoided`;
}
