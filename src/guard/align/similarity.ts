const profiles = new WeakMap<readonly string[], Map<string, number>>();

/** Share of common token pairs, 0..1 (Dice), so that a renamed variable or a moved line costs little. */
export function similarity(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0;
  const [small, large] = [profile(a), profile(b)].sort((x, y) => x.size - y.size) as [
    Map<string, number>,
    Map<string, number>,
  ];
  let common = 0;
  for (const [pair, count] of small) common += Math.min(count, large.get(pair) ?? 0);
  return (2 * common) / (a.length + b.length + 2);
}

/** Share of a's token pairs that b holds. */
export function containment(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0) return 1;
  if (a.length === 1) return b.includes(a[0]!) ? 1 : 0;
  const there = profile(b);
  let common = 0;
  for (const [pair, count] of profile(a)) {
    if (!pair.startsWith('^ ') && !pair.endsWith(' $')) common += Math.min(count, there.get(pair) ?? 0);
  }
  return common / (a.length - 1);
}

function profile(tokens: readonly string[]): Map<string, number> {
  let found = profiles.get(tokens);
  if (!found) {
    found = new Map();
    let last = '^';
    for (const token of [...tokens, '$']) {
      const pair = `${last} ${token}`;
      found.set(pair, (found.get(pair) ?? 0) + 1);
      last = token;
    }
    profiles.set(tokens, found);
  }
  return found;
}

/** Words of free text as tokens: what a comment holds if it holds code. */
export const words = (text: string): string[] =>
  text.match(/[A-Za-z_$][\w$]*|"[^"\n]*"|'[^'\n]*'|\d[\w.]*|[^\s\w]/g) ?? [];

/** A multiset that can be drawn from. */
export class Pool {
  private counts = new Map<string, number>();
  add(key: string, by = 1): void {
    this.counts.set(key, (this.counts.get(key) ?? 0) + by);
  }
  has(key: string): boolean {
    return (this.counts.get(key) ?? 0) > 0;
  }
  take(key: string): boolean {
    const left = this.counts.get(key) ?? 0;
    if (left <= 0) return false;
    this.counts.set(key, left - 1);
    return true;
  }
}
