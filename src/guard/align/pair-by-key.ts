import { similarity } from './similarity.ts';

/** What is left to pair on each side, and how: by its tokens, one with one. */
export interface Unpaired<T> {
  left: Set<T>;
  right: Set<T>;
  tokensOf(one: T): readonly string[];
  match(before: T, after: T): void;
}

/** Of several with one key, the one that hardly changed. */
const SAME = 0.95;

/** Pairs what has the same key on both sides, if it is at least as alike as the floor. */
export function pairByKey<T>(
  { left, right, tokensOf, match }: Unpaired<T>,
  keyOf: (one: T) => string,
  floor = 0,
): void {
  const waiting = new Map<string, T[]>();
  for (const a of right) {
    const same = waiting.get(keyOf(a));
    if (same) same.push(a);
    else waiting.set(keyOf(a), [a]);
  }
  for (const b of [...left]) {
    const likeness = (a: T): number => similarity(tokensOf(b), tokensOf(a));
    const open = (waiting.get(keyOf(b)) ?? []).filter((a) => right.has(a));
    const best = open.find((a) => likeness(a) > SAME) ?? open[0];
    if (best && (floor === 0 || likeness(best) >= floor)) match(b, best);
  }
}
