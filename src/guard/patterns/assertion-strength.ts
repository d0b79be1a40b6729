import type { Assertion } from '../../syntax/model.ts';
import { quoted } from '../../syntax/tree.ts';
import type { TreeComparison } from '../align/compare.ts';
import { isConverted } from '../align/conversion.ts';
import { meansTheSame } from '../align/meaning.ts';
import { changedStyle } from '../align/rewritten.ts';
import { plainWords } from '../align/similarity.ts';
import type { TestPair } from '../align/tests.ts';
import { because } from '../finding/circumstances.ts';
import type { Reason } from '../finding/reasons.ts';
import type { Loss } from '../finding/types.ts';
import { loss, mentionsRemoved } from './assertion-loss.ts';

/** Quotes two long assertions from where they begin to differ. */
function describeWeakening({ text: oldText }: Assertion, { text: newText }: Assertion): Reason {
  const same = [...oldText].findIndex((letter, i) => letter !== newText[i]);
  const from = Math.max(oldText.length, newText.length) > 80 ? Math.max(0, same - 30) : 0;
  const shown = (text: string): string => `${from > 0 ? '… ' : ''}${text.slice(from, from + 80)}`;
  return ['says-less', shown(oldText), shown(newText)];
}

export function findWeakened(pair: TestPair, comparison: TreeComparison): Loss | null {
  const { assertions: delta, likeness } = pair;
  const { sourceChanged } = comparison;
  for (const [b, a] of delta.pairs) {
    if (a.strength === 0 || a.kind === 'custom') continue;
    const hasStrongerNeighbour = [...delta.added, ...delta.pairs.map(([, one]) => one)].some(
      (one) =>
        one !== a &&
        one.subject === a.subject &&
        one.strength >= b.strength &&
        one.kind !== 'trivial' &&
        !pair.before.test.assertions.some((old) => old.key === one.key),
    );
    if (hasStrongerNeighbour) continue;
    const drop = b.strength - a.strength;
    if (isMeasured(b, a) && !sameClaim(b, a))
      return because(
        loss(pair, b, a, describeWeakening(b, a)),
        delta.added.length > 0 && 'new-claims',
        sourceChanged && 'source-changed',
      );
    if (b.tolerance !== null && a.tolerance !== null && a.kind === b.kind && isWider(b.tolerance, a.tolerance))
      return loss(pair, b, a, ['tolerance-grew', b.tolerance, a.tolerance]);
    if (
      b.kind === a.kind &&
      b.kind === 'called-with' &&
      /anything|any \(/.test(a.expected) &&
      !/anything|any \(/.test(b.expected)
    )
      return loss(pair, b, a, ['arguments-open']);
    const loosened = b.kind === 'strict-equal' && a.kind === 'equal' && b.text.split(' ')[0] === a.text.split(' ')[0];
    if (drop < 0.4 || (sameClaim(b, a) && !loosened) || isFlip(b, a)) continue;
    const isNewClaim = delta.added.length > 0 || b.kind === 'custom' || isOtherValue(b, a) || !isLooser(b, a);
    return because(
      loss(pair, b, a, describeWeakening(b, a)),
      isNewClaim && 'new-claims',
      drop < 1 && 'slightly-less',
      (isOtherForm(b, a) || isConverted(b, a, pair.after.file, comparison)) && 'other-form',
      sourceChanged && ((drop < 2 && a.expected !== b.expected) || isOpposite(b, a)) && 'other-outcome',
      checksTheError(b, pair) && 'error-checked',
    );
  }
  for (const [b, a] of delta.replaced) {
    if (a.strength === 0 || (likeness < 0.7 && !isNamedFirst(b, a, pair))) continue;
    if (b.strength - a.strength >= 2.5 && delta.added.length === 0)
      return because(
        loss(pair, b, a, ['replaced-by-less', b.text, a.text]),
        'new-claims',
        mentionsRemoved(b, comparison) && 'subject-removed',
        sourceChanged && isOtherOutcome(b, a) && 'other-outcome',
        isOtherForm(b, a) && 'other-form',
      );
  }
  return null;
}

/** `expect(f(x))` became `const y = f(x); expect(y)`: the same value under a name. */
const isNamedFirst = ({ subject }: Assertion, a: Assertion, { after }: TestPair): boolean =>
  /^[\w$]+$/.test(a.subject) &&
  subject !== '' &&
  new RegExp(`(^| )${quoted(a.subject)} :?= (await )?${quoted(subject)}( |$)`).test(after.test.tokens.join(' '));

/** Rounding errors are not a tolerance. */
const isWider = (oldTolerance: number, newTolerance: number): boolean =>
  newTolerance > oldTolerance * 1.5 && newTolerance > 1e-9;

/** It asserts less about the same thing, or only that it exists, or a broader kind of error. */
const isLooser = (b: Assertion, a: Assertion): boolean =>
  (/^throws/.test(b.kind) && /^throws/.test(a.kind)) ||
  (a.subject !== '' && (a.strength <= 1 ? b.text.includes(a.subject) : a.subject === b.subject));

/** The new expected value has no word in common with the old one: a different value rather than less of it. */
const isOtherValue = (b: Assertion, a: Assertion): boolean => {
  const now = plainWords(a.expected).filter((word) => !/^(expect|any|is|equal|to)$/.test(word));
  return a.strength >= 4 && now.length > 0 && !plainWords(b.text).some((word) => now.includes(word));
};

/** The value was pinned; now only its length or type is. */
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

/** `toBe(true)` and `toBeTruthy`, `assertEquals(true, …)` and `assertTrue(…)`: not a real loss. */
function sameClaim(b: Assertion, a: Assertion): boolean {
  return (
    (b.key === a.key && b.strength - a.strength < 2) ||
    meansTheSame(b, a) ||
    (a.kind === 'length' &&
      a.subject !== '' &&
      ` ${b.subject} ${b.expected} `.includes(` ${a.subject} `) &&
      /\blen\b|length|size/i.test(b.text)) ||
    (/^(true|True|false|False)$/.test(b.expected) &&
      /^(truthy|falsy|predicate)$/.test(a.kind) &&
      a.subject === b.subject)
  );
}

/**
 * The same claim in another form: a condition that fails the test, a pattern that pins the whole, or one that names all that
 * the old one named and still compares, or asks what was asked.
 */
const isOtherForm = (b: Assertion, a: Assertion): boolean =>
  changedStyle(b, a) ||
  (a.kind === 'fail' && a.conditions.length > b.conditions.length) ||
  isWholeMatch(a) ||
  (isQuestion.test(a.kind) &&
    (compares.test(a.text) || a.kind === 'custom') &&
    !/\|\||\bor\b/.test(a.text) &&
    wordsIn(b).every((word) => wordsIn(a).includes(word)));

/** Whether something is so; that it exists is none. */
const isQuestion = /^(truthy|falsy|predicate|custom|(not-|strict-)?equal)$/;

const compares = /(===?|equal|\beq\b)/i;

/** A pattern anchored at both ends pins almost everything. */
const isWholeMatch = ({ text }: Assertion): boolean => /\/\^(?!\.\*)[^/]{3,}\$\/|"\^(?!\.\*)[^"]{3,}\$"/.test(text);

const wordsIn = ({ text }: Assertion): string[] =>
  (text.match(/"[^"]*"|[\w$]+/g) ?? [])
    .slice(1)
    .filter((word) => !/^(equals?|assert\w*|expect|to[A-Z]\w*|true|True|t)$/i.test(word));

/** New assertions check the thrown error: `const error = throws(f)`, `is(error, expected)`. */
const checksTheError = (b: Assertion, { assertions: { added } }: TestPair): boolean =>
  /^throws/.test(b.kind) && added.some((one) => one.strength >= 4 && !one.unreachable && !one.swallowed);

/** A value became an error or the reverse: if the source changed too, that is different behaviour. */
const isOtherOutcome = (b: Assertion, a: Assertion): boolean => /^throws/.test(b.kind) !== /^throws/.test(a.kind);

/** "Same" became "not same": if the source changed too, that is different behaviour, not a weaker assertion. */
const isOpposite = (b: Assertion, a: Assertion): boolean =>
  b.subject === a.subject && b.expected === a.expected && /^not-/.test(a.kind) && !/^not-/.test(b.kind);

/** True became false, an error became none, or the reverse: another value, not a weaker assertion. */
export const isFlip = (b: Assertion, a: Assertion): boolean =>
  a.subject === b.subject &&
  ((/^(truthy|predicate)$/.test(b.kind) && a.kind === 'falsy') ||
    (b.kind === 'falsy' && /^(truthy|predicate)$/.test(a.kind)) ||
    /^(no-error throws|throws no-error)$/.test(`${b.kind} ${a.kind}`));
