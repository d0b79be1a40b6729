import { partsOfScore, type ScorePart, scoreParts } from '../../core/quality/score-parts.ts';
import type { IterationState, LoopState } from '../../core/state/state.ts';

/** The parts of the score, named for people. */
export function scoreRows(state: LoopState, iteration: IterationState): ScorePart[] {
  return scoreParts(state, iteration).map((part) => ({ ...part, name: partTitle(part.name) }));
}

/** `0.855 by dimensions: validation 0.265 + correctness 0.218`: the score, the profile that decides, and what it is the sum of. */
export function scoreSum(state: LoopState, iteration: IterationState): string {
  const { score } = iteration;
  if (score === null) return 'unknown';
  const parts = partsOfScore(state, iteration).filter(({ contribution }) => contribution !== null);
  if (parts.length === 0) return `${score}`;
  const sum = parts.map(({ name, contribution }) => `${name.replaceAll('_', ' ')} ${contribution?.toFixed(3)}`);
  return `${score} by ${state.settings.score.profile}: ${sum.join(' + ')}`;
}

/** Why the score is not the sum of its dimensions; null if it is. */
export function scoreNote({ settings }: LoopState, { score, quality }: IterationState): string | null {
  const total = quality?.[settings.score.profile] ?? null;
  if (!quality || total === null || score === total) return null;
  if (score === null) return 'The score is unknown: the tests counted at the baseline can no longer be counted.';
  const knownPercent = Math.round(quality.confidence * 100);
  return `Only ${knownPercent} % of the weight is known, so the score is how far the criteria are met: ${score.toFixed(2)}.`;
}

export function partTitle(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
