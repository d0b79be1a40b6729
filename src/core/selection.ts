import type { LoopState } from './state.ts';
import { type TrajectoryPoint, tidy, trajectoryOf } from './trajectory.ts';

/** Which iteration is kept, how it compares with the last, and how the loop went down from its peak. */
export interface Selection {
  selected: number;
  final: number;
  selectedScore: number | null;
  finalScore: number | null;
  /** Selected over final; the percentage is of the final score. */
  delta: number | null;
  improvementPercentage: number | null;
  /** Null where nothing after the peak is lower than it. */
  degradation: {
    peak: number;
    startedAt: number;
    pattern: 'over_refinement' | 'fluctuation';
    iterationsAfterPeak: number;
    /** From peak to final, in percent of the peak; never above 0. */
    lossPercentage: number;
  } | null;
  rationale: string[];
}

/** Null until an iteration has been judged. */
export function selectionOf(state: LoopState): Selection | null {
  const points = trajectoryOf(state);
  const selected = points.find(({ best }) => best);
  const final = points.at(-1);
  if (!selected || !final) return null;
  const delta = selected.score === null || final.score === null ? null : tidy(selected.score - final.score);
  return {
    selected: selected.iteration,
    final: final.iteration,
    selectedScore: selected.score,
    finalScore: final.score,
    delta,
    improvementPercentage: delta === null || !final.score ? null : tidy((delta / final.score) * 100, 2),
    degradation: degradationOf(points),
    rationale: rationaleOf(points, selected, final),
  };
}

function degradationOf(points: readonly TrajectoryPoint[]): Selection['degradation'] {
  const known = points.filter((point): point is TrajectoryPoint & { score: number } => point.score !== null);
  const highest = Math.max(...known.map(({ score }) => score));
  const peak = known.findLastIndex(({ score }) => score === highest);
  const after = known.slice(peak + 1);
  const [top, first, final] = [known[peak], after[0], after.at(-1)];
  if (!top || !first || !final || top.score === 0) return null;
  const falling = after.every(({ score }, index) => score < (known[peak + index]?.score ?? 0));
  return {
    peak: top.iteration,
    startedAt: first.iteration,
    pattern: falling ? 'over_refinement' : 'fluctuation',
    iterationsAfterPeak: after.length,
    lossPercentage: tidy(((final.score - top.score) / top.score) * 100, 2),
  };
}

function rationaleOf(points: readonly TrajectoryPoint[], selected: TrajectoryPoint, final: TrajectoryPoint): string[] {
  const others = points.filter((point) => point !== selected);
  const words: string[] = [];
  if (selected.verified) words.push(`every criterion holds at iteration ${selected.iteration}`);
  else if (points.every(({ verified }) => !verified)) words.push('no iteration met every criterion');
  const highest = others.every(({ score }) => (score ?? -1) <= (selected.score ?? -1));
  if (selected.score !== null && highest) words.push(`no iteration has a higher score (${selected.score.toFixed(2)})`);
  const passedOver = others.filter(({ score }) => score !== null && score > (selected.score ?? -1));
  for (const { iteration, score, verified } of passedOver)
    words.push(
      `iteration ${iteration} scored ${score?.toFixed(2)}, but ${verified || !selected.verified ? 'lost or broke what the baseline had' : 'does not meet the criteria'}`,
    );
  if (selected !== final && (final.score ?? -1) < (selected.score ?? -1))
    words.push(`quality fell after iteration ${selected.iteration}`);
  if (others.some(({ iteration, score }) => iteration > selected.iteration && score === selected.score))
    words.push('of equals the earlier is kept');
  return words;
}
