import type { LoopState } from '../state/state.ts';
import type { VerificationStep } from '../state/step.ts';
import type { Moved } from '../state/verification-events.ts';

/**
 * What the agent did to the user's branches, and to ignored files of the user's, in iterations that are given up: all of it
 * goes back to what it was before the first of them. What no agent changed is left alone, and so is everything a kept
 * iteration did.
 */
export function movedBack(
  state: LoopState,
  lastKept: number,
): Extract<VerificationStep, { type: 'reset-refs' }> | null {
  const rejected = state.iterations.filter(
    ({ n, snapshot, refsReset }) =>
      n > lastKept && !refsReset && (snapshot?.moved?.length ?? 0) + (snapshot?.localChanges?.length ?? 0) > 0,
  );
  if (rejected.length === 0) return null;
  const moved = new Map<string, Moved>();
  for (const { snapshot } of rejected) {
    for (const { name, from, to } of snapshot?.moved ?? []) {
      moved.set(name, { name, from: moved.has(name) ? (moved.get(name)?.from ?? null) : from, to });
    }
  }
  const first = rejected.find(({ snapshot }) => (snapshot?.moved?.length ?? 0) > 0)?.n ?? null;
  return { type: 'reset-refs', iterations: rejected.map(({ n }) => n), moved: [...moved.values()], first };
}
