import { scoreMetrics } from '../core/quality/score.ts';
import type { IterationState, LoopState } from '../core/state.ts';

export interface ScoreRow {
  name: string;
  /** 0..1; null where the dimension is unknown. */
  score: number | null;
  weight: number;
  contribution: number | null;
}

/** The chosen profile's dimensions with what each adds, from the recorded metrics; empty where nothing was measured. */
export function scoreRows(state: LoopState, { metrics }: IterationState): ScoreRow[] {
  if (!metrics) return [];
  const { chosen } = scoreMetrics(metrics, state.iterations[0]?.metrics ?? null, state.settings.score, state.taskType);
  return chosen.dimensions
    .filter(({ weight }) => weight > 0)
    .map(({ name, score, weight, contribution }) => ({
      name: title(name),
      score,
      weight,
      contribution: score === null ? null : contribution,
    }));
}

function title(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
