import { isLiteral } from '../../syntax/languages/assertion.ts';
import type { Assertion, TestCase } from '../../syntax/model.ts';
import { meansTheSame, pinsPart } from './meaning.ts';
import { type Pool, similarity } from './similarity.ts';

export interface AssertionDelta {
  /** The same assertion about the same thing, perhaps worded differently, perhaps stronger or weaker. */
  pairs: [Assertion, Assertion][];
  /** Nothing in the new test is about it; the closest new assertion took its place. */
  replaced: [Assertion, Assertion][];
  lost: Assertion[];
  added: Assertion[];
}

interface AssertionMatch {
  before: TestCase;
  after: TestCase;
  pairs: [Assertion, Assertion][];
  left: Set<Assertion>;
  right: Set<Assertion>;
}

/** Finds for each assertion its counterpart within the test. */
export function matchAssertions(before: TestCase, after: TestCase): AssertionMatch {
  const left = new Set(before.assertions);
  const right = new Set(after.assertions);
  const pairs: [Assertion, Assertion][] = [];
  const pair = (same: (b: Assertion, a: Assertion) => boolean): void => {
    for (const b of left) {
      let best: Assertion | null = null;
      for (const a of right) if (same(b, a) && (!best || a.strength > best.strength)) best = a;
      if (!best) continue;
      left.delete(b);
      right.delete(best);
      pairs.push([b, best]);
    }
  };
  pair((b, a) => b.text === a.text && b.key === a.key);
  pair((b, a) => b.key === a.key);
  pair(meansTheSame);
  for (const b of left) {
    const whole = after.assertions.find((a) => pinsPart(a, b) && !a.swallowed);
    if (!whole) continue;
    left.delete(b);
    right.delete(whole);
  }
  pair((b, a) => a.strength > 0 && conditionOf(b).length > 8 && a.text.includes(`&& ${conditionOf(b)}`));
  pair((b, a) => b.subject === a.subject && b.subject !== '' && b.kind === a.kind);
  pair(
    (b, a) =>
      b.subject === a.subject && b.subject !== '' && a.kind !== 'trivial' && a.kind !== 'fail' && b.kind !== 'fail',
  );
  pair((b, a) => b.expected === a.expected && b.expected.length > 3 && b.kind === a.kind);
  pair(
    (b, a) => a.kind !== 'trivial' && b.kind === a.kind && similarity(b.subject.split(' '), a.subject.split(' ')) > 0.6,
  );
  pair((b, a) => a.kind !== 'trivial' && a.kind !== 'none' && mentions(a, b.subject));
  pair((b, a) => b.expected === a.expected && b.expected !== '' && b.kind === a.kind);
  return { before, after, pairs: pairs, left, right };
}

/**
 * Decides about assertions without a counterpart. `elsewhere` contains the assertions that the change adds anywhere: moved
 * ones are not lost.
 */
export function settleAssertions(
  { before, after, pairs, left, right }: AssertionMatch,
  elsewhere: Pool,
  added: TestCase[] = [],
): AssertionDelta {
  for (const b of left) if (elsewhere.take(b.key)) left.delete(b);
  for (const b of left) if (added.some((one) => isCoveredByTable(one, b))) left.delete(b);
  const tabled = loopsIn(after) > loopsIn(before);
  const oldKeys = new Set(before.assertions.map((one) => one.key));
  for (const b of left) {
    const fresh = (a: Assertion): boolean => (tabled ? !oldKeys.has(a.key) || a.text === b.text : right.has(a));
    if (after.assertions.some((a) => fresh(a) && (a.text === b.text ? tabled : absorbs(a, b, after)))) left.delete(b);
  }
  const replaced: [Assertion, Assertion][] = [];
  const strongest = (x: Assertion, y: Assertion): number => y.strength - x.strength;
  for (const b of [...left].sort(strongest)) {
    const next = [...right].sort(strongest)[0];
    if (!next) break;
    left.delete(b);
    right.delete(next);
    replaced.push([b, next]);
  }
  return { pairs: pairs, replaced, lost: [...left], added: [...right] };
}

/** The condition of a truth assertion, without the message: it may survive as part of a stricter one. */
const conditionOf = ({ text }: Assertion): string => / \( (.*?)(?: , ["`].*)? \)$/.exec(text)?.[1] ?? '';

/** A new table calls the same function with the same values. */
function isCoveredByTable(table: TestCase, b: Assertion): boolean {
  if (loopsIn(table) === 0 || b.kind === 'fail') return false;
  const callee = headOf(b).split(' ').at(-1)!;
  if (!b.subject.includes(' ( ') || !table.calls.has(callee)) return false;
  return table.assertions.some((a) => absorbs(a, b, table));
}

/** The new assertion still looks at the old subject: `x` → `x.length`, `[x, y]`, `f(x)`. */
function mentions(a: Assertion, subject: string): boolean {
  if (subject.length < 4 || isLiteral(subject.split(' '))) return false;
  return (
    ` ${a.subject} `.includes(` ${subject} `) ||
    ` ${a.expected} `.includes(` ${subject} `) ||
    (a.subject.length > 4 && ` ${subject} `.includes(` ${a.subject} `) && a.strength >= 4)
  );
}

/** A loop or a table absorbed several assertions: same callee, and their values are still in the test. */
function absorbs(a: Assertion, b: Assertion, after: TestCase): boolean {
  if (a.kind === 'trivial' || a.kind === 'none' || a.strength < Math.min(b.strength, 4)) return false;
  const open = a.expected !== b.expected && !isLiteral(a.expected.split(' '));
  if (!open && headOf(a) !== headOf(b)) return false;
  const literals = [...b.subject.split(' '), ...b.expected.split(' ')].filter((token) => /^"|^\d/.test(token));
  const table = after.rows.join(' ');
  return literals.every((token) => after.literals.has(token) || table.includes(token));
}

/** Rows of a table, or loops in the body. */
const loopsIn = (test: TestCase): number =>
  test.rows.length + test.tokens.filter((token) => /^(for|forEach|each|range|subTest)$/.test(token)).length;

const headOf = (one: Assertion): string => one.subject.split(' ( ')[0]!.replace(/^await /, '');
