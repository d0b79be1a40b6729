import { acceptedBaseline } from '../state/baseline.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import { scoredMetrics } from './deferred.ts';
import { scoreMetrics } from './score.ts';

export interface ScorePart {
  name: string;
  /** 0..1; null if the dimension is unknown. */
  score: number | null;
  weight: number;
  /** What it adds to the score; unknown dimensions leave their weight to the others. */
  contribution: number | null;
}

/**
 * The dimensions of the profile that decides, with their contributions; empty if nothing was measured. Uses the scores of the
 * judgement: a later approval changes the baseline, but not a score from before.
 */
export function scoreParts(state: LoopState, { metrics, quality }: IterationState): ScorePart[] {
  if (!metrics) return [];
  const baseline = acceptedBaseline(state);
  const counted = baseline && scoredMetrics(state, baseline);
  const { chosen } = scoreMetrics(scoredMetrics(state, metrics), counted, state.settings.score, state.taskType);
  const judged = quality?.breakdown ?? {};
  const parts = chosen.dimensions
    .filter(({ weight }) => weight > 0)
    .map(({ name, weight, score }) => ({ name, weight, score: name in judged ? (judged[name] ?? null) : score }));
  const knownWeight = parts.reduce((sum, { weight, score }) => sum + (score === null ? 0 : weight), 0);
  return parts.map(({ name, weight, score }) => ({
    name,
    score,
    weight,
    contribution: score === null ? null : (score * weight) / knownWeight,
  }));
}

/** The parts, if they are all that the score is made of; nothing if too little was known and the criteria stand in for it. */
export function partsOfScore(state: LoopState, iteration: IterationState): ScorePart[] {
  const parts = scoreParts(state, iteration);
  const sum = parts.reduce((total, { contribution }) => total + (contribution ?? 0), 0);
  return iteration.score !== null && Math.abs(sum - iteration.score) < ROUNDING ? parts : [];
}

const ROUNDING = 1e-4;
