import { allHold } from '../criteria/verdict.ts';
import type { Classification } from '../metrics/classify.ts';
import { isOptimising, objectiveOf } from '../selection/goal.ts';
import type { Decision } from '../state/decision.ts';
import type { IterationState, LoopState } from '../state/state.ts';

/** One judged iteration, as charts and tables show it. */
export interface TrajectoryPoint {
  iteration: number;
  /** Milliseconds since the epoch, at its judgement. */
  at: number;
  score: number | null;
  /** From the last iteration before it whose score is known; from nothing if there is none. The baseline has none. */
  delta: number | null;
  /** From iteration 0; null for itself, and if either is unknown. */
  fromBaseline: number | null;
  /** The number that the loop optimises; null if it has none, or it is unknown. */
  objective: number | null;
  classification: Classification | null;
  verified: boolean;
  /** It is what the loop keeps. */
  best: boolean;
  decision: Decision;
}

/** The judged iterations in their order, the baseline first. */
export function trajectoryOf(state: LoopState): TrajectoryPoint[] {
  let last: number | null = null;
  const first = state.iterations[0]?.score ?? null;
  return judgedIterations(state).map((iteration) => {
    const unmoved = iteration.n === 0 || iteration.score === null;
    const delta = unmoved ? null : tidy((iteration.score ?? 0) - (last ?? 0));
    const fromBaseline = unmoved || first === null ? null : tidy((iteration.score ?? 0) - first);
    last = iteration.score ?? last;
    return {
      iteration: iteration.n,
      at: iteration.endedAt,
      score: iteration.score,
      delta,
      fromBaseline,
      objective: isOptimising(state) ? objectiveOf(iteration) : null,
      classification: iteration.classification,
      verified: allHold(iteration.verdicts ?? []),
      best: iteration.n === state.best,
      decision: iteration.decision,
    };
  });
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
