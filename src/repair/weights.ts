import type { Memory } from './memory.ts';

/** Operators that worked in this loop are tried earlier. A delivery did not work if a later one started from the same program. */
export function weightsFrom(memory: Memory): (operator: string) => number {
  const delivered = memory.delivered();
  const weights = new Map<string, number>();
  for (const [n, { patch, base }] of delivered.entries()) {
    const wasTakenBack = delivered.slice(n + 1).some((later) => later.base === base);
    weights.set(patch.operator, (weights.get(patch.operator) ?? 1) * (wasTakenBack ? 0.8 : 1.15));
  }
  return (operator) => weights.get(operator) ?? 1;
}
