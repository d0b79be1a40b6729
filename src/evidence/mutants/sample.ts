/**
 * At most so many, spread evenly over the lines, and of each line a different kind where there is one: the same every
 * time. Any beginning of the result is spread as evenly, so that a budget may end it anywhere.
 */
export function spread<T extends { path: string; line: number }>(all: readonly T[], most: number): T[] {
  const lines = byLine(all);
  const order = evenOrder(lines.length);
  const chosen: T[] = [];
  for (let round = 0; chosen.length < Math.min(most, all.length); round++) {
    for (const [rank, index] of order.entries()) {
      const own = lines[index] ?? [];
      if (round >= own.length || chosen.length >= most) continue;
      chosen.push(own[(round + rank) % own.length] as T);
    }
  }
  return chosen;
}

/** 0 to n - 1, each as far from those before as it can be: the digits of a counter, reversed. */
function evenOrder(n: number): number[] {
  const bits = Math.ceil(Math.log2(Math.max(n, 2)));
  const reversed = (value: number) =>
    Array.from({ length: bits }, (_, bit) => ((value >> bit) & 1) << (bits - 1 - bit)).reduce(
      (sum, one) => sum + one,
      0,
    );
  return Array.from({ length: 2 ** bits }, (_, value) => reversed(value)).filter((index) => index < n);
}

function byLine<T extends { path: string; line: number }>(all: readonly T[]): T[][] {
  const lines = new Map<string, T[]>();
  for (const one of all) {
    const key = `${one.path}:${one.line}`;
    lines.set(key, [...(lines.get(key) ?? []), one]);
  }
  return [...lines.values()];
}
