import { isSame } from './align/similarity.ts';
import type { FileModel } from './model.ts';

/** Lets the later version of a file hold what both say only once: most of a changed file did not change. */
export function share(before: FileModel, after: FileModel): void {
  if (before === after) return;
  after.tokens = sameOr(before.tokens, after.tokens);
  const functions = new Map(before.functions.map((one) => [one.qualified, one]));
  for (const one of after.functions) shareParts(functions.get(one.qualified), one);
  const tests = new Map(before.tests.map((one) => [one.name, one]));
  for (const one of after.tests) shareParts(tests.get(one.name), one);
}

/** Texts, lists and sets that are equal become the same ones; places stay each version's own. */
function shareParts(before: object | undefined, after: object): void {
  if (!before) return;
  const old = before as Record<string, unknown>;
  const now = after as Record<string, unknown>;
  for (const key in now) {
    const [a, b] = [old[key], now[key]];
    if (typeof b === 'string') {
      if (a === b) now[key] = a;
    } else if (b instanceof Set) {
      if (a instanceof Set && equalSets(a, b)) now[key] = a;
    } else if (Array.isArray(b) && Array.isArray(a)) {
      if (typeof b[0] === 'string') now[key] = sameOr(a, b);
      else if (a.length === b.length) b.forEach((one, i) => void shareParts(a[i], one));
    }
  }
}

/** Lists without the spare room they grew with, and one list for all that are empty. */
export function compact<T extends object>(model: T): T {
  const parts = model as Record<string, unknown>;
  for (const key in parts) {
    const part = key === 'identifiers' ? null : parts[key];
    if (!Array.isArray(part)) continue;
    if (typeof part[0] === 'object') for (const one of part) compact(one);
    parts[key] = part.length === 0 ? none : part.slice();
  }
  return model;
}

const none: readonly never[] = Object.freeze([]);

const sameOr = (old: string[], now: string[]): string[] => (isSame(old, now) ? old : now);

const equalSets = (a: Set<string>, b: Set<string>): boolean => a.size === b.size && isSame([...a], [...b]);
