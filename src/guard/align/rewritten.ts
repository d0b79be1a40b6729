import type { Assertion, TestCase } from '../../syntax/model.ts';
import type { TestPair } from './tests.ts';

/** The test only lost code, and gained almost nothing. A rewrite loses and gains, and may assert as much in another form. */
export function isReduced({ before, after }: TestPair): boolean {
  const gained = surplus(after.test.tokens, before.test.tokens);
  return gained <= Math.max(4, surplus(before.test.tokens, after.test.tokens) * 0.25);
}

/** The test without its assertions. */
export function setUpOf({ tokens, assertions }: TestCase): string {
  let text = tokens.join(' ');
  for (const one of assertions) text = text.replace(one.text, '');
  return text.replace(/\s+/g, ' ');
}

/** `if got != want { t.Fatal() }` became an assertion call, or the reverse: the same check in another form. */
export const changedStyle = (b: Assertion, a: Assertion): boolean => /^if\b/.test(b.text) !== /^if\b/.test(a.text);

/** How many of these tokens are not among the others. */
function surplus(of: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const token of others) left.set(token, (left.get(token) ?? 0) + 1);
  let count = 0;
  for (const token of of) {
    const available = left.get(token) ?? 0;
    if (available > 0) left.set(token, available - 1);
    else count++;
  }
  return count;
}
