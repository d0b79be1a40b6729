import { criteriaScore } from '../criteria/criteria-score.ts';
import { wholeTests } from '../metrics/metrics.ts';
import { acceptedBaseline } from '../state/baseline.ts';
import type { EventOf } from '../state/events.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import { scoredMetrics } from './deferred.ts';
import { asProven } from './proven-counts.ts';
import { scoreMetrics } from './score.ts';
import type { QualityScore } from './weigh.ts';

type Quality = EventOf<'iteration-judged'>['quality'];

/** Below this share of known weight the quality profile says too little about the task. */
const ENOUGH = 0.4;

/**
 * The score that decides, and what it was made of. If too little was measured (no tests, no linter), how far the
 * criteria are met stands in for quality; if tests were counted at the baseline and cannot be counted any more, or
 * not all of them, the score is unknown, so that breaking the measure never pays. The same holds for the size of the code:
 * without it, the rest would weigh more than before. Tests that the baseline's judge counted count as it did.
 */
export function scoreOf(state: LoopState, judged: IterationState): { score: number | null; quality: Quality } {
  const current = asProven(judged);
  const criteria = criteriaScore(current.verdicts ?? []);
  const accepted = acceptedBaseline(state);
  const baseline = accepted && scoredMetrics(state, accepted);
  if (!current.metrics) return { score: criteria, quality: onlyCriteria(criteria) };
  const { dimensions, analytics, chosen } = scoreMetrics(
    scoredMetrics(state, current.metrics),
    baseline,
    state.settings.score,
    state.taskType,
  );
  const quality: Quality = {
    confidence: chosen.confidence,
    dimensions: dimensions.score,
    analytics: analytics.score,
    criteria,
    breakdown: breakdownOf(chosen),
  };
  if (baseline && wholeTests(baseline) && !wholeTests(current.metrics)) return { score: null, quality };
  if (baseline && baseline.loc !== null && current.metrics.loc === null && state.settings.metrics.code)
    return { score: null, quality };
  return { score: chosen.confidence >= ENOUGH ? chosen.score : criteria, quality };
}

function breakdownOf({ dimensions }: QualityScore): Record<string, number | null> {
  return Object.fromEntries(dimensions.map(({ name, score }) => [name, score]));
}

function onlyCriteria(criteria: number | null): Quality {
  return { confidence: 0, dimensions: null, analytics: null, criteria, breakdown: {} };
}
