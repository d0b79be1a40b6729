import { isLiteral } from '../languages/assertion.ts';
import type { Assertion, TestCase } from '../model.ts';
import { pinsPart, saysTheSame } from './meaning.ts';
import { type Pool, similarity } from './similarity.ts';

export interface AssertionDelta {
  /** The same claim about the same thing, perhaps in other words, perhaps stronger or weaker. */
  kept: [Assertion, Assertion][];
  /** Nothing in the new test speaks of it; the nearest new assertion took its place. */
  replaced: [Assertion, Assertion][];
  lost: Assertion[];
  added: Assertion[];
}

interface Matched {
  before: TestCase;
  after: TestCase;
  kept: [Assertion, Assertion][];
  left: Set<Assertion>;
  right: Set<Assertion>;
}

/** Finds for each assertion its counterpart within the test. */
export function matchAssertions(before: TestCase, after: TestCase): Matched {
  const left = new Set(before.assertions);
  const right = new Set(after.assertions);
  const kept: [Assertion, Assertion][] = [];
  const pair = (same: (b: Assertion, a: Assertion) => boolean): void => {
    for (const b of left) {
      let best: Assertion | null = null;
      for (const a of right) if (same(b, a) && (!best || a.strength > best.strength)) best = a;
      if (!best) continue;
      left.delete(b);
      right.delete(best);
      kept.push([b, best]);
    }
  };
  pair((b, a) => b.text === a.text && b.key === a.key);
  pair((b, a) => b.key === a.key);
  pair(saysTheSame);
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
  return { before, after, kept, left, right };
}

/** Settles what found no counterpart. `elsewhere` holds the claims that the change adds anywhere: what moved is not lost. */
export function settleAssertions(
  { before, after, kept, left, right }: Matched,
  elsewhere: Pool,
  added: TestCase[] = [],
): AssertionDelta {
  for (const b of left) if (elsewhere.take(b.key)) left.delete(b);
  for (const b of left)
    if (
      isDoubled(b, before, kept) ||
      isMerged(b, kept) ||
      isRepeated(b, before, after) ||
      added.some((one) => tookOver(one, b))
    )
      left.delete(b);
  const tabled = loopsIn(after) > loopsIn(before);
  const known = new Set(before.assertions.map((one) => one.key));
  for (const b of left) {
    const fresh = (a: Assertion): boolean => (tabled ? !known.has(a.key) || a.text === b.text : right.has(a));
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
  return { kept, replaced, lost: [...left], added: [...right] };
}

/** What a claim of truth asks, without the message: it may live on as a part of a stricter one. */
const conditionOf = ({ text }: Assertion): string => / \( (.*?)(?: , ["`].*)? \)$/.exec(text)?.[1] ?? '';

/** The very claim was made twice in a row, and nothing was done in between; one of the two still stands. */
const isRepeated = (b: Assertion, before: TestCase, after: TestCase): boolean =>
  before.assertions.some(
    (one) => one !== b && one.text === b.text && Math.abs(one.start - b.start) <= b.text.length + 12,
  ) && after.assertions.some((a) => a.key === b.key && a.text === b.text && !a.unreachable && !a.swallowed);

/** The very claim stands beside it, in another library's words. */
const isDoubled = (b: Assertion, before: TestCase, kept: [Assertion, Assertion][]): boolean => {
  const at = before.assertions.indexOf(b);
  return [before.assertions[at - 1], before.assertions[at + 1]].some(
    (twin) =>
      twin?.key === b.key && twin.text !== b.text && kept.some(([one, now]) => one === twin && now.strength > 0),
  );
};

/** Both arms of a condition made the very claim, and it is made without asking now. */
const isMerged = (b: Assertion, kept: [Assertion, Assertion][]): boolean =>
  kept.some(
    ([old, now]) =>
      old.key === b.key &&
      now.key === b.key &&
      b.conditions.some((asked) => old.conditions.includes(asked) && !now.conditions.includes(asked)),
  );

/** A new table asks the same function with the same values. */
function tookOver(table: TestCase, b: Assertion): boolean {
  if (loopsIn(table) === 0 || b.kind === 'fail') return false;
  const callee = headOf(b).split(' ').at(-1)!;
  if (!b.subject.includes(' ( ') || !table.calls.has(callee)) return false;
  return table.assertions.some((a) => absorbs(a, b, table));
}

/** The new claim still looks at the old subject: `x` → `x.length`, `[x, y]`, `f(x)`. */
function mentions(a: Assertion, subject: string): boolean {
  if (subject.length < 4 || isLiteral(subject.split(' '))) return false;
  return (
    ` ${a.subject} `.includes(` ${subject} `) ||
    ` ${a.expected} `.includes(` ${subject} `) ||
    (a.subject.length > 4 && ` ${subject} `.includes(` ${a.subject} `) && a.strength >= 4)
  );
}

/** A loop or a table took several claims in: same callee, values no longer spelt in the assertion but still in the test. */
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
