import { blockersOf } from '../findings/blockers.ts';
import { isRefused } from '../people/answers.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import { isOptimising, isVerified, objectiveOf, worthOf } from './goal.ts';

/** Why this iteration is kept and not the last one. */
export interface Selection {
  selected: number;
  final: number;
  /** Every agent iteration's score, and what it is worth to this loop's goal, higher being better; null if unknown. */
  trajectory: { iteration: number; score: number | null; worth: number | null; verified: boolean; rejected: boolean }[];
  /** Selected against final: the difference, and in percent of the final score. */
  difference: number | null;
  percent: number | null;
  /** The same for the number that decided, if the loop optimises one. */
  objective: Compared | null;
  degradation: Degradation | null;
  rationale: string[];
}

export interface Compared {
  selected: number | null;
  final: number | null;
  difference: number | null;
  percent: number | null;
}

/** By the score, or by the number that the loop optimises. */
export interface Degradation {
  /** The first iteration after the peak that was worth less. */
  began: number;
  pattern: 'over-refinement' | 'collapse' | 'oscillation';
  iterationsAfterPeak: number;
  /** The final worth against the peak, in percent of the peak: negative. */
  loss: number;
}

const COLLAPSE = -25;

/** Pure over the judged iterations: the report on what is kept. Null before anything was judged. */
export function selectionOf(state: LoopState): Selection | null {
  const judged = state.iterations.filter(({ decision, n }) => decision !== null && n >= 1);
  const final = judged.at(-1);
  if (state.best === null) return null;
  const selected = state.best;
  const [chosen, end] = [state.iterations[selected], final ?? state.iterations[selected]];
  const { difference, percent } = compared(chosen?.score ?? null, end?.score ?? null);
  const trajectory = judged.map((iteration) => ({
    iteration: iteration.n,
    score: iteration.score,
    worth: worthOf(state, iteration),
    verified: isVerified(state, iteration),
    rejected: blockersOf(state, iteration).length > 0 || isRefused(state, iteration.n),
  }));
  const degradation = final ? degradationAfter(selected, trajectory) : null;
  const numberOf = (one: IterationState | undefined) => (one ? objectiveOf(one) : null);
  return {
    selected,
    final: final?.n ?? selected,
    trajectory,
    difference,
    percent,
    objective: isOptimising(state) ? compared(numberOf(chosen), numberOf(end)) : null,
    degradation,
    rationale: rationaleOf(state, selected, trajectory, degradation),
  };
}

function compared(selected: number | null, final: number | null): Compared {
  const difference = selected === null || final === null ? null : round(selected - final, 4);
  const percent = difference === null || !final ? null : round((difference / Math.abs(final)) * 100, 1);
  return { selected, final, difference, percent };
}

function degradationAfter(peak: number, trajectory: Selection['trajectory']): Degradation | null {
  const top = trajectory.find(({ iteration }) => iteration === peak)?.worth;
  const after = trajectory.filter(({ iteration }) => iteration > peak);
  const first = after.find(({ worth }) => worth !== null && top != null && worth < top);
  const last = after.at(-1)?.worth;
  if (top == null || top === 0 || !first || last == null || last >= top) return null;
  const loss = round(((last - top) / Math.abs(top)) * 100, 2);
  const course = [top, ...after.map(({ worth }) => worth ?? top)];
  const falling = course.every((worth, index) => index === 0 || worth <= (course[index - 1] as number));
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
  if (selected === 0) reasons.push('no iteration was better than the original tree');
  const top = chosen ? worthOf(state, chosen) : null;
  const better = trajectory.filter(({ worth }) => (worth ?? LEAST) > (top ?? LEAST));
  const wording = wordingFor(state);
  if (top !== null && better.length === 0) reasons.push(`${wording.best} ${wording.show(top)}`);
  for (const { iteration, worth, rejected } of better) {
    const refused = isRefused(state, iteration) ? 'was rejected' : 'has unresolved findings';
    const why = rejected ? refused : 'is not verified';
    reasons.push(`iteration ${iteration} ${wording.had} ${wording.show(worth ?? 0)} but ${why}`);
  }
  const tests = chosen?.metrics?.tests;
  if (tests && tests.passed === tests.total) reasons.push(`all tests pass (${tests.passed}/${tests.total})`);
  if (degradation) reasons.push(`${wording.what} from iteration ${degradation.began} on (${degradation.loss} %)`);
  return reasons;
}

/** In the words of what decides: the score, or the number that the loop optimises. */
function wordingFor(state: LoopState) {
  if (!isOptimising(state)) {
    return {
      best: 'the highest score,',
      had: 'scored',
      what: 'quality fell',
      show: (worth: number) => worth.toFixed(2),
    };
  }
  const least = state.settings.goal.mode === 'minimize';
  return {
    best: `the ${least ? 'lowest' : 'highest'} objective,`,
    had: 'had objective',
    what: 'the objective got worse',
    show: (worth: number) => String(round(least ? -worth : worth, 4)),
  };
}

/** Unknown is worse than any known value. */
const LEAST = Number.NEGATIVE_INFINITY;

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits + 0;
