import type { FileModel } from '../syntax/model.ts';
import { isSame } from './align/similarity.ts';

/** Makes the later version of a file share its equal parts with the earlier one, to save memory: most of a changed file did not change. */
export function share(before: FileModel, after: FileModel): void {
  if (before === after) return;
  after.tokens = shareIfEqual(before.tokens, after.tokens);
  const functions = new Map(before.functions.map((one) => [one.qualified, one]));
  for (const one of after.functions) shareParts(functions.get(one.qualified), one);
  const tests = new Map(before.tests.map((one) => [one.name, one]));
  for (const one of after.tests) shareParts(tests.get(one.name), one);
}

/** Replaces equal texts, lists and sets by the ones from before. Positions are not shared. */
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
      if (typeof b[0] === 'string') now[key] = shareIfEqual(a, b);
      else if (a.length === b.length) b.forEach((one, i) => void shareParts(a[i], one));
    }
  }
}

/** Trims the spare capacity of lists, and uses one shared list for all empty ones. */
export function compact<T extends object>(model: T): T {
  const parts = model as Record<string, unknown>;
  for (const key in parts) {
    const part = key === 'identifiers' ? null : parts[key];
    if (!Array.isArray(part)) continue;
    if (typeof part[0] === 'object') for (const one of part) compact(one);
    parts[key] = part.length === 0 ? emptyList : part.slice();
  }
  return model;
}

const emptyList: readonly never[] = Object.freeze([]);

const shareIfEqual = (old: string[], now: string[]): string[] => (isSame(old, now) ? old : now);

const equalSets = (a: Set<string>, b: Set<string>): boolean => a.size === b.size && isSame([...a], [...b]);
