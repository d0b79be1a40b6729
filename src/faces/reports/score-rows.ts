import { scoreMetrics } from '../../core/quality/score.ts';
import { acceptedBaseline } from '../../core/state/baseline.ts';
import type { IterationState, LoopState } from '../../core/state/state.ts';

export interface ScoreRow {
  name: string;
  /** 0..1; null if the dimension is unknown. */
  score: number | null;
  weight: number;
  contribution: number | null;
}

/**
 * The dimensions of the chosen profile with their contributions; empty if nothing was measured. Uses the scores of the
 * judgement: a later approval changes the baseline, but not a score from before.
 */
export function scoreRows(state: LoopState, { metrics, quality }: IterationState): ScoreRow[] {
  if (!metrics) return [];
  const { chosen } = scoreMetrics(metrics, acceptedBaseline(state), state.settings.score, state.taskType);
  const judged = quality?.breakdown ?? {};
  const parts = chosen.dimensions
    .filter(({ weight }) => weight > 0)
    .map(({ name, weight, score }) => ({ name, weight, score: name in judged ? (judged[name] ?? null) : score }));
  const knownWeight = parts.reduce((sum, { weight, score }) => sum + (score === null ? 0 : weight), 0);
  return parts.map(({ name, weight, score }) => ({
    name: title(name),
    score,
    weight,
    contribution: score === null ? null : (score * weight) / knownWeight,
  }));
}

/** Why the score is not the sum of its dimensions; null if it is. */
export function scoreNote({ settings }: LoopState, { score, quality }: IterationState): string | null {
  const total = quality?.[settings.score.profile] ?? null;
  if (!quality || total === null || score === total) return null;
  if (score === null) return 'The score is unknown: the tests counted at the baseline can no longer be counted.';
  const knownPercent = Math.round(quality.confidence * 100);
  return `Only ${knownPercent} % of the weight is known, so the score is how far the criteria are met: ${score.toFixed(2)}.`;
}

function title(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
