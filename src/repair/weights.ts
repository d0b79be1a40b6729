import type { Memory } from './memory.ts';

/** What worked in this loop is tried sooner; a delivery after which the same program came back did not work. */
export function weightsFrom(memory: Memory): (operator: string) => number {
  const delivered = memory.delivered();
  const weights = new Map<string, number>();
  for (const [n, { patch, base }] of delivered.entries()) {
    const wasTakenBack = delivered.slice(n + 1).some((later) => later.base === base);
    weights.set(patch.operator, (weights.get(patch.operator) ?? 1) * (wasTakenBack ? 0.8 : 1.15));
  }
  return (operator) => weights.get(operator) ?? 1;
}
