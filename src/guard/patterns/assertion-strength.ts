import { isConverted } from '../align/conversion.ts';
import { saysTheSame } from '../align/meaning.ts';
import { changedStyle, keepsSetUp } from '../align/rewritten.ts';
import { plainWords } from '../align/similarity.ts';
import type { TestPair } from '../align/tests.ts';
import type { Comparison } from '../compare.ts';
import type { Assertion } from '../model.ts';
import type { Hit } from '../types.ts';
import { hit, mild, speaksOfGone } from './assertion-loss.ts';

/** Two long claims are quoted from where they begin to differ. */
function saysLess({ text: was }: Assertion, { text: is }: Assertion): string {
  const same = [...was].findIndex((letter, i) => letter !== is[i]);
  const from = Math.max(was.length, is.length) > 80 ? Math.max(0, same - 30) : 0;
  const quoted = (text: string): string => `"${from > 0 ? '… ' : ''}${text.slice(from, from + 80)}"`;
  return `${quoted(is)} says less than ${quoted(was)}.`;
}

export function weakened(pair: TestPair, comparison: Comparison): Hit | null {
  const { assertions: delta, likeness } = pair;
  const { sourceChanged } = comparison;
  for (const [b, a] of delta.kept) {
    if (a.strength === 0 || a.kind === 'custom') continue;
    const beside = [...delta.added, ...delta.kept.map(([, one]) => one)].some(
      (one) =>
        one !== a &&
        one.subject === a.subject &&
        one.strength >= b.strength &&
        one.kind !== 'trivial' &&
        !pair.before.test.assertions.some((old) => old.key === one.key),
    );
    if (beside) continue;
    const drop = b.strength - a.strength;
    if (isMeasured(b, a) && !sameClaim(b, a))
      return {
        ...hit(pair, b, a, saysLess(b, a)),
        ...(delta.added.length > 0 ? { amongNew: true } : {}),
        ...(sourceChanged ? mild : {}),
      };
    if (b.tolerance !== null && a.tolerance !== null && a.kind === b.kind && isWider(b.tolerance, a.tolerance))
      return hit(pair, b, a, `The tolerance grew from ${b.tolerance} to ${a.tolerance}.`);
    if (
      b.kind === a.kind &&
      b.kind === 'called-with' &&
      /anything|any \(/.test(a.expected) &&
      !/anything|any \(/.test(b.expected)
    )
      return hit(pair, b, a, 'The arguments of the call are no longer pinned.');
    const loosened = b.kind === 'strict-equal' && a.kind === 'equal' && b.text.split(' ')[0] === a.text.split(' ')[0];
    if (drop < 0.4 || (sameClaim(b, a) && !loosened) || isFlip(b, a) || isHeld(b, a)) continue;
    const slight =
      drop < 1 ||
      changedStyle(b, a) ||
      isConverted(b, a, pair.after.file, comparison) ||
      isWholeMatch(a) ||
      isWaitedFor(b, a) ||
      failsIf(b, a) ||
      isSpelledOut(b, a) ||
      isAsked(b, a) ||
      !keepsSetUp(pair) ||
      (sourceChanged && ((drop < 2 && a.expected !== b.expected) || isOpposite(b, a))) ||
      asksTheError(b, pair);
    return {
      ...hit(pair, b, a, saysLess(b, a)),
      ...(delta.added.length > 0 || b.kind === 'custom' || isOtherValue(b, a) || !isLooser(b, a)
        ? { amongNew: true }
        : {}),
      ...(slight ? { severity: 'medium' as const, confidence: 0.6 } : {}),
    };
  }
  for (const [b, a] of delta.replaced) {
    if (a.strength === 0 || likeness < 0.7) continue;
    if (b.strength - a.strength >= 2.5 && delta.added.length === 0)
      return {
        ...hit(pair, b, a, `"${a.text.slice(0, 80)}" took the place of "${b.text.slice(0, 80)}" and says less.`),
        amongNew: true,
        ...(speaksOfGone(b, comparison) ||
        (sourceChanged && isOtherOutcome(b, a)) ||
        changedStyle(b, a) ||
        failsIf(b, a) ||
        isSpelledOut(b, a) ||
        isAsked(b, a) ||
        !keepsSetUp(pair)
          ? mild
          : {}),
      };
  }
  return null;
}

/** What rounding alone makes is no tolerance. */
const isWider = (was: number, is: number): boolean => is > was * 1.5 && is > 1e-9;

/** Less is asked of the same thing, or only that it is there, or an error of a wider kind. */
const isLooser = (b: Assertion, a: Assertion): boolean =>
  (/^throws/.test(b.kind) && /^throws/.test(a.kind)) ||
  (a.subject !== '' && (a.strength <= 1 ? b.text.includes(a.subject) : a.subject === b.subject));

/** What is expected now has no word in common with what was: another value rather than less of it. */
const isOtherValue = (b: Assertion, a: Assertion): boolean => {
  const now = plainWords(a.expected).filter((word) => !/^(expect|any|is|equal|to)$/.test(word));
  return a.strength >= 4 && now.length > 0 && !plainWords(b.text).some((word) => now.includes(word));
};

/** The value was pinned, and now only how long it is or of what type. */
const isMeasured = ({ subject, kind }: Assertion, a: Assertion): boolean =>
  /equal$/.test(kind) &&
  subject !== '' &&
  [
    `len ( ${subject} )`,
    `${subject} . length`,
    `${subject} . size ( )`,
    `typeof ${subject}`,
    `type ( ${subject} )`,
  ].includes(a.subject);

/** `toBe(true)` and `toBeTruthy`, `assertEquals(true, …)` and `assertTrue(…)`: no real loss. */
function sameClaim(b: Assertion, a: Assertion): boolean {
  return (
    (b.key === a.key && b.strength - a.strength < 2) ||
    saysTheSame(b, a) ||
    (a.kind === 'length' &&
      a.subject !== '' &&
      ` ${b.subject} ${b.expected} `.includes(` ${a.subject} `) &&
      /\blen\b|length|size/i.test(b.text)) ||
    (/^(true|True|false|False)$/.test(b.expected) &&
      /^(truthy|falsy|predicate)$/.test(a.kind) &&
      a.subject === b.subject)
  );
}

/** The old claim stands whole within the new one: a query that throws, asked once more. */
const isHeld = (b: Assertion, a: Assertion): boolean => a.text.includes(`( ${b.text} )`);

/** `assertEquals(0, count())` → `assertTrue(waitFor(() -> count() == 0))`: the same comparison, asked until it holds, if the helper does what it says. */
const isWaitedFor = (b: Assertion, a: Assertion): boolean =>
  /\b\w*(wait|eventually|poll)\w* \(/i.test(a.text) &&
  !/\|\||\bor\b/.test(a.text) &&
  /(===?|\bequals\b|\beq\b)/i.test(a.text) &&
  b.subject !== '' &&
  a.text.includes(b.subject) &&
  b.expected !== '' &&
  a.text.includes(b.expected);

/** `assertFalse(a.equals(b))` → `assertNotEquals(a, b)`: a claim of truth became one about the same two things. */
const isSpelledOut = (b: Assertion, a: Assertion): boolean =>
  /^(truthy|falsy|predicate)$/.test(b.kind) &&
  /\bequals?\b/i.test(b.text) &&
  wordsIn(b).every((word) => wordsIn(a).includes(word));

/** `assertEquals(file.exists(), true)` → `assertThat(file).exists()`: the question became the matcher. */
const isAsked = (b: Assertion, a: Assertion): boolean => {
  const asked = /^(.*) \. (?:is|has)?([A-Za-z]\w*) \(/.exec(b.subject);
  return (
    asked !== null &&
    (/^(true|True)$/.test(b.expected) || /^(truthy|predicate)$/.test(b.kind)) &&
    a.text.includes(asked[1]!) &&
    a.text.toLowerCase().includes(asked[2]!.toLowerCase())
  );
};

const wordsIn = ({ text }: Assertion): string[] =>
  (text.match(/"[^"]*"|[\w$]+/g) ?? []).slice(1).filter((word) => !/^(equals?|assert\w*|expect|t)$/i.test(word));

/** `assertEquals(x, y)` → `if (x != y) fail()`. */
const failsIf = (b: Assertion, a: Assertion): boolean => a.kind === 'fail' && a.conditions.length > b.conditions.length;

/** A pattern that is held at both ends pins nearly all. */
const isWholeMatch = ({ text }: Assertion): boolean => /\/\^(?!\.\*)[^/]{3,}\$\/|"\^(?!\.\*)[^"]{3,}\$"/.test(text);

/** The error is taken from the claim and asked by new ones: `const error = throws(f)`, `is(error, expected)`. */
const asksTheError = (b: Assertion, { assertions: { added } }: TestPair): boolean =>
  /^throws/.test(b.kind) && added.some((one) => one.strength >= 4 && !one.unreachable && !one.swallowed);

/** A value became an error or the other way round: with changed source another behaviour. */
const isOtherOutcome = (b: Assertion, a: Assertion): boolean => /^throws/.test(b.kind) !== /^throws/.test(a.kind);

/** "Same" became "not same": with changed source another truth, not a weaker claim. */
const isOpposite = (b: Assertion, a: Assertion): boolean =>
  b.subject === a.subject && b.expected === a.expected && /^not-/.test(a.kind) && !/^not-/.test(b.kind);

/** True became false, an error none, or the other way round: another value, not a weaker claim. */
export const isFlip = (b: Assertion, a: Assertion): boolean =>
  a.subject === b.subject &&
  ((/^(truthy|predicate)$/.test(b.kind) && a.kind === 'falsy') ||
    (b.kind === 'falsy' && /^(truthy|predicate)$/.test(a.kind)) ||
    /^(no-error throws|throws no-error)$/.test(`${b.kind} ${a.kind}`));
