import { classify } from './metrics/classify.ts';
import { customMetric } from './metrics/custom-metric.ts';
import { scoreOf } from './quality/score-of.ts';
import { rules } from './rules/index.ts';
import { bestOf } from './selection/best.ts';
import { isOptimising, OBJECTIVE } from './selection/goal.ts';
import type { Decision } from './state/decision.ts';
import type { EventOf } from './state/events.ts';
import type { IterationState, LoopState } from './state/state.ts';

const STALL_HISTORY = 2;

/** Judges the iteration that was just verified. The judgement is recorded, so that a replay never judges again. */
export function judge(state: LoopState, n: number): EventOf<'iteration-judged'> {
  const current = state.iterations[n];
  if (!current?.verdicts) throw new Error(`iteration ${n} has not been verified`);
  const { score, quality } = scoreOf(state, current);
  const classification = classificationOf(state, current, score);
  const scored = { ...current, score, quality, classification };
  const iterations = state.iterations.map((iteration) => (iteration.n === n ? scored : iteration));
  const best = bestOf({ ...state, iterations });
  return {
    type: 'iteration-judged',
    iteration: n,
    score,
    quality,
    classification,
    best,
    decision: decide({ ...state, iterations }, n, best),
  };
}

/** The first rule that has something to say; their order is the policy. */
function decide(state: LoopState, n: number, best: number): Decision {
  const current = state.iterations[n];
  if (!current) throw new Error(`iteration ${n} does not exist`);
  const window = state.iterations.filter((iteration) => iteration.n > state.rulesSince && iteration.n >= 1);
  for (const rule of rules) {
    if (state.settings.rules.off.includes(rule.name) && !rule.essential) continue;
    const ruling = rule.judge({ state, current, best, window });
    if (ruling) return { ending: null, recovery: null, ...ruling, rule: rule.name };
  }
  throw new Error('no rule decided: the last one always does');
}

function classificationOf(state: LoopState, current: IterationState, score: number | null) {
  if (!current.metrics) return current.n === 0 ? 'baseline' : 'plateau';
  const previous = metricsOf(state, current.parent);
  const history = state.iterations.slice(1, current.n).slice(-STALL_HISTORY);
  return classify({
    current: current.metrics,
    previous: current.n === 0 ? null : previous,
    score,
    directions: directionsOf(state),
    history: history.flatMap((iteration) =>
      iteration.metrics && iteration.classification
        ? [
            {
              classification: iteration.classification,
              score: iteration.score,
              metrics: iteration.metrics,
              previous: metricsOf(state, iteration.parent),
            },
          ]
        : [],
    ),
  }).classification;
}

/** Which way is better, for the user's own metrics that say so and for the number that the loop optimises. */
function directionsOf(state: LoopState): Record<string, 'up' | 'down'> {
  const { metrics, goal } = state.settings;
  const own = Object.entries(metrics.custom).map(([name, entry]) => [name, customMetric(entry).direction]);
  const objective = isOptimising(state) ? { [OBJECTIVE]: goal.mode === 'maximize' ? 'up' : 'down' } : {};
  return { ...Object.fromEntries(own.filter(([, direction]) => direction !== undefined)), ...objective };
}

function metricsOf(state: LoopState, n: number | null) {
  return n === null ? null : (state.iterations[n]?.metrics ?? null);
}
