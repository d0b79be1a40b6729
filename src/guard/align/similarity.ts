import { numberOf, profileOf } from '../../syntax/vocabulary.ts';

/** Share of common token pairs, 0..1 (Dice), so that a renamed variable or a moved line makes little difference. */
export function similarity(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0;
  if (isSame(a, b)) return 1;
  return (2 * inCommon(profile(a), profile(b), () => true)) / (a.length + b.length + 2);
}

/** Upper bound of `similarity`, from the lengths alone. */
export const similarityAtMost = (a: readonly string[], b: readonly string[]): number =>
  (2 * (Math.min(a.length, b.length) + 1)) / (a.length + b.length + 2);

/** Share of a's token pairs that b contains. */
export function containment(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0) return 1;
  if (a.length === 1) return b.includes(a[0]!) ? 1 : 0;
  const [first, last] = [numberOf('^'), numberOf('$')];
  const isInner = (pair: number): boolean => Math.floor(pair / wide) !== first && pair % wide !== last;
  return inCommon(profile(a), profile(b), isInner) / (a.length - 1);
}

export const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((token, i) => token === b[i]));

/** Larger than any token number; two token numbers still fit into one exact number. */
const wide = 2 ** 26;

/** The pairs of neighbouring tokens as sorted numbers: 8 bytes each instead of about 100 as strings in a table. */
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

/** How many pairs both have, with multiplicity. */
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

/** Splits free text into tokens, to compare comments with code. */
export const words = (text: string): string[] =>
  text.match(/[A-Za-z_$][\w$]*|"[^"\n]*"|'[^'\n]*'|\d[\w.]*|[^\s\w]/g) ?? [];

/** Only names and numbers. */
export const plainWords = (text: string): string[] => text.match(/\w+/g) ?? [];

/** A multiset to take items from. */
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
