import { numberOf, profileOf } from '../vocabulary.ts';

/** Share of common token pairs, 0..1 (Dice), so that a renamed variable or a moved line costs little. */
export function similarity(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0;
  if (isSame(a, b)) return 1;
  return (2 * inCommon(profile(a), profile(b), () => true)) / (a.length + b.length + 2);
}

/** What `similarity` cannot exceed by their lengths alone. */
export const similarityAtMost = (a: readonly string[], b: readonly string[]): number =>
  (2 * (Math.min(a.length, b.length) + 1)) / (a.length + b.length + 2);

/** Share of a's token pairs that b holds. */
export function containment(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0) return 1;
  if (a.length === 1) return b.includes(a[0]!) ? 1 : 0;
  const [first, last] = [numberOf('^'), numberOf('$')];
  const isInner = (pair: number): boolean => Math.floor(pair / wide) !== first && pair % wide !== last;
  return inCommon(profile(a), profile(b), isInner) / (a.length - 1);
}

export const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((token, i) => token === b[i]));

/** More numbers than tokens can have; two of them still fit into one exact number. */
const wide = 2 ** 26;

/** Its pairs of neighbours as sorted numbers: eight bytes each, where texts in a table took a hundred. */
function profile(tokens: readonly string[]): Float64Array {
  return profileOf(tokens, () => {
    const pairs = new Float64Array(tokens.length + 1);
    let last = numberOf('^');
    for (let i = 0; i < tokens.length; i++) {
      const next = numberOf(tokens[i]!);
      pairs[i] = last * wide + next;
      last = next;
    }
    pairs[tokens.length] = last * wide + numberOf('$');
    return pairs.sort();
  });
}

/** How many pairs both hold, each as often as both hold it. */
function inCommon(one: Float64Array, other: Float64Array, counts: (pair: number) => boolean): number {
  const [small, large] = one.length <= other.length ? [one, other] : [other, one];
  const leaps = large.length > small.length * 16;
  let common = 0;
  let at = 0;
  for (const pair of small) {
    if (leaps) at = firstFrom(large, pair, at);
    else while (at < large.length && large[at]! < pair) at++;
    if (at === large.length) break;
    if (large[at] !== pair) continue;
    at++;
    if (counts(pair)) common++;
  }
  return common;
}

function firstFrom(sorted: Float64Array, pair: number, from: number): number {
  let low = from;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < pair) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Words of free text as tokens: what a comment holds if it holds code. */
export const words = (text: string): string[] =>
  text.match(/[A-Za-z_$][\w$]*|"[^"\n]*"|'[^'\n]*'|\d[\w.]*|[^\s\w]/g) ?? [];

/** Names and numbers alone, whatever stands between them. */
export const plainWords = (text: string): string[] => text.match(/\w+/g) ?? [];

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
