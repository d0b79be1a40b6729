import type { Reflection } from '../state/lesson.ts';
import { currentIteration, type LoopState } from '../state/state.ts';

export interface Stuck {
  /** The iterations that said the same, the last one included. */
  iterations: number[];
  reflection: Reflection;
}

/** The same reflection so many times in a row, the latest iteration included; null if it does not repeat. */
export function stuckReflection(state: LoopState, times = 3): Stuck | null {
  const last = currentIteration(state);
  const reflection = last?.reflected?.reflection;
  if (!last || !reflection) return null;
  const same: number[] = [];
  for (let n = last.n; n > state.rulesSince && n >= 1; n--) {
    if (state.iterations[n]?.reflected?.reflection.signature !== reflection.signature) break;
    same.unshift(n);
  }
  return same.length >= times ? { iterations: same, reflection } : null;
}
