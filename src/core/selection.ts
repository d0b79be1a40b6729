import { isRefused } from './answers.ts';
import { blockersOf } from './blockers.ts';
import { isVerified } from './goal.ts';
import type { LoopState } from './state.ts';

/** Why this iteration is kept and not the last one. */
export interface Selection {
  selected: number;
  final: number;
  /** Every agent iteration's score; null where it is unknown. */
  trajectory: { iteration: number; score: number | null; verified: boolean; rejected: boolean }[];
  /** Selected against final: the difference, and in percent of the final score. */
  difference: number | null;
  percent: number | null;
  degradation: Degradation | null;
  rationale: string[];
}

export interface Degradation {
  /** The first iteration after the peak that scored less. */
  began: number;
  pattern: 'over-refinement' | 'collapse' | 'oscillation';
  iterationsAfterPeak: number;
  /** The final score against the peak, in percent of the peak: negative. */
  loss: number;
}

const COLLAPSE = -25;

/** Pure over the judged iterations: the report on what is kept. Null before anything was judged. */
export function selectionOf(state: LoopState): Selection | null {
  const judged = state.iterations.filter(({ decision, n }) => decision !== null && n >= 1);
  const final = judged.at(-1);
  if (state.best === null) return null;
  const scoreAt = (n: number) => state.iterations[n]?.score ?? null;
  const selected = state.best;
  const [top, last] = [scoreAt(selected), final ? scoreAt(final.n) : scoreAt(selected)];
  const difference = top === null || last === null ? null : round(top - last, 4);
  const trajectory = judged.map((iteration) => ({
    iteration: iteration.n,
    score: iteration.score,
    verified: isVerified(state, iteration),
    rejected: blockersOf(state, iteration).length > 0 || isRefused(state, iteration.n),
  }));
  const degradation = final ? degradationAfter(selected, trajectory) : null;
  return {
    selected,
    final: final?.n ?? selected,
    trajectory,
    difference,
    percent: difference === null || !last ? null : round((difference / last) * 100, 1),
    degradation,
    rationale: rationaleOf(state, selected, trajectory, degradation),
  };
}

function degradationAfter(peak: number, trajectory: Selection['trajectory']): Degradation | null {
  const top = trajectory.find(({ iteration }) => iteration === peak)?.score;
  const after = trajectory.filter(({ iteration }) => iteration > peak);
  const first = after.find(({ score }) => score !== null && top != null && score < top);
  const last = after.at(-1)?.score;
  if (top == null || top === 0 || !first || last == null || last >= top) return null;
  const loss = round(((last - top) / top) * 100, 2);
  const scores = [top, ...after.map(({ score }) => score ?? top)];
  const falling = scores.every((score, index) => index === 0 || score <= (scores[index - 1] as number));
  return {
    began: first.iteration,
    pattern: loss <= COLLAPSE ? 'collapse' : falling ? 'over-refinement' : 'oscillation',
    iterationsAfterPeak: after.length,
    loss,
  };
}

function rationaleOf(
  state: LoopState,
  selected: number,
  trajectory: Selection['trajectory'],
  degradation: Degradation | null,
): string[] {
  const chosen = state.iterations[selected];
  const reasons: string[] = [];
  if (chosen && isVerified(state, chosen)) reasons.push(`every criterion holds at iteration ${selected}`);
  if (selected === 0) reasons.push('no iteration was better than the tree from before');
  const others = trajectory.filter(({ iteration }) => iteration !== selected);
  const higher = others.filter(({ score }) => (score ?? -1) > (chosen?.score ?? -1));
  if (chosen?.score != null && higher.length === 0) reasons.push(`the highest score, ${chosen.score.toFixed(2)}`);
  for (const { iteration, score, rejected } of higher) {
    const refused = isRefused(state, iteration) ? 'was rejected' : 'has unresolved findings';
    const why = rejected ? refused : 'is not verified';
    reasons.push(`iteration ${iteration} scored ${score?.toFixed(2)} but ${why}`);
  }
  const tests = chosen?.metrics?.tests;
  if (tests && tests.passed === tests.total) reasons.push(`all tests pass (${tests.passed}/${tests.total})`);
  if (degradation) reasons.push(`quality fell from iteration ${degradation.began} on (${degradation.loss} %)`);
  return reasons;
}

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits + 0;
