import type { MemoryFact } from './memory.ts';
import type { Patch } from './patch.ts';

type Helped = Extract<MemoryFact, { type: 'helped' }>;

/** A question of another kind, like `n != 10` for `n > 10`, costs as much as another number in the same question. */
const COST_OF_ANOTHER_KIND = 2;

/** The best of the patches that helped: most tests fixed, then no guessed value, then the smallest change, then the highest priority. */
export function bestOf(helped: readonly Helped[]): Helped | null {
  return helped.length === 0 ? null : helped.reduce((best, one) => (isBetter(one, best) ? one : best));
}

export function isBetter(one: Pick<Helped, 'fixed' | 'patch'>, than: Pick<Helped, 'fixed' | 'patch'>): boolean {
  if (one.fixed !== than.fixed) return one.fixed > than.fixed;
  if (Boolean(one.patch.isGuess) !== Boolean(than.patch.isGuess)) return !one.patch.isGuess;
  if (distance(one.patch) !== distance(than.patch)) return distance(one.patch) < distance(than.patch);
  return one.patch.priority > than.patch.priority;
}

const distance = ({ cost, changesKind }: Patch): number => cost + (changesKind ? COST_OF_ANOTHER_KIND : 0);

/** How much a text changed: the number of words and signs added or removed. */
export function costOf(before: string, after: string): number {
  const counts = new Map<string, number>();
  for (const token of tokens(before)) counts.set(token, (counts.get(token) ?? 0) + 1);
  for (const token of tokens(after)) counts.set(token, (counts.get(token) ?? 0) - 1);
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}

function tokens(text: string): string[] {
  return text.match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]+/gu) ?? [];
}

export const isSamePatch = (a: Patch, b: Patch): boolean => JSON.stringify(a.hunks) === JSON.stringify(b.hunks);
