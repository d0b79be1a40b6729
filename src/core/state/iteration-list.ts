import type { IterationState } from './state.ts';

/** Lists that only a fold in progress holds: nobody sees the states in between, so these may be changed in place. */
const unshared = new WeakSet<readonly IterationState[]>();

/** The list with `value` as its iteration n, cut off after it if `last`. A copy, unless a fold in progress owns the list. */
export function withIteration(
  iterations: readonly IterationState[],
  n: number,
  value: IterationState,
  { last = false }: { last?: boolean } = {},
): IterationState[] {
  const list = unshared.has(iterations) ? (iterations as IterationState[]) : [...iterations];
  if (last && list.length > n) list.length = n;
  list[n] = value;
  return list;
}

/** The caller made this list, and holds the only state that has it. */
export function ownList(iterations: readonly IterationState[]): void {
  unshared.add(iterations);
}

/** Others may hold the list from now on. */
export function shareList(iterations: readonly IterationState[]): void {
  unshared.delete(iterations);
}
