import type { Assertion, TestCase } from '../model.ts';
import { similarity } from './similarity.ts';
import type { TestPair } from './tests.ts';

/** The test only lost: next to nothing came for what went. A rewrite loses and gains, and may claim as much in other words. */
export function isThinned({ before, after }: TestPair): boolean {
  const gained = surplus(after.test.tokens, before.test.tokens);
  return gained <= Math.max(4, surplus(before.test.tokens, after.test.tokens) * 0.25);
}

/** What is arranged and done stayed; only what is claimed of it differs. */
export const keepsSetUp = ({ before, after }: TestPair): boolean =>
  similarity(setUpOf(before.test).split(' '), setUpOf(after.test).split(' ')) >= 0.85;

/** The test without its assertions. */
export function setUpOf({ tokens, assertions }: TestCase): string {
  let text = tokens.join(' ');
  for (const one of assertions) text = text.replace(one.text, '');
  return text.replace(/\s+/g, ' ');
}

/** `if got != want { t.Fatal() }` became a call of an assertion, or the other way round: other words, the same claim. */
export const changedStyle = (b: Assertion, a: Assertion): boolean => /^if\b/.test(b.text) !== /^if\b/.test(a.text);

/** How many of these tokens the others do not hold. */
function surplus(of: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const token of others) left.set(token, (left.get(token) ?? 0) + 1);
  let count = 0;
  for (const token of of) {
    const there = left.get(token) ?? 0;
    if (there > 0) left.set(token, there - 1);
    else count++;
  }
  return count;
}
