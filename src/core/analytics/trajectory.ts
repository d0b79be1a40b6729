import { allHold } from '../criteria/verdict.ts';
import type { Classification } from '../metrics/classify.ts';
import { isOptimising, objectiveOf } from '../selection/goal.ts';
import { isCaught } from '../selection/held-back.ts';
import type { Decision } from '../state/decision.ts';
import type { IterationState, LoopState } from '../state/state.ts';

/** One judged iteration, as charts and tables show it. */
export interface TrajectoryPoint {
  iteration: number;
  /** Milliseconds since the epoch, at its judgement. */
  at: number;
  score: number | null;
  /** From the iteration whose tree it started from, as `scoreBefore` has it; from nothing if that is unknown. The baseline has none. */
  delta: number | null;
  /** From iteration 0; null for itself, and if either is unknown. */
  fromBaseline: number | null;
  /** The number that the loop optimises; null if it has none, or it is unknown. */
  objective: number | null;
  classification: Classification | null;
  verified: boolean;
  /** False if it was held back for what it lost or faked: its score is no achievement. */
  counts: boolean;
  /** It is what the loop keeps. */
  best: boolean;
  decision: Decision;
}

/** The judged iterations in their order, the baseline first. */
export function trajectoryOf(state: LoopState): TrajectoryPoint[] {
  const first = state.iterations[0]?.score ?? null;
  return judgedIterations(state).map((iteration) => {
    const unmoved = iteration.n === 0 || iteration.score === null;
    const delta = unmoved ? null : tidy((iteration.score ?? 0) - (scoreBefore(state, iteration) ?? 0));
    const fromBaseline = unmoved || first === null ? null : tidy((iteration.score ?? 0) - first);
    return {
      iteration: iteration.n,
      at: iteration.endedAt,
      score: iteration.score,
      delta,
      fromBaseline,
      objective: isOptimising(state) ? objectiveOf(iteration) : null,
      classification: iteration.classification,
      verified: allHold(iteration.verdicts ?? []),
      counts: iteration.n === state.best || !isCaught(state, iteration),
      best: iteration.n === state.best,
      decision: iteration.decision,
    };
  });
}

/** The score that an iteration started from: of its parent, or of the nearest before that which is known. Nothing that was rolled back. */
export function scoreBefore({ iterations }: LoopState, { parent }: IterationState): number | null {
  let before = parent === null ? undefined : iterations[parent];
  while (before && before.score === null) before = before.parent === null ? undefined : iterations[before.parent];
  return before?.score ?? null;
}

export function judgedIterations(state: LoopState): (IterationState & { decision: Decision })[] {
  return state.iterations.filter(
    (iteration): iteration is IterationState & { decision: Decision } => iteration.decision !== null,
  );
}

/** Without the dust of binary fractions. */
export function tidy(value: number, digits = 6): number {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale + 0;
}
