import { wentOver } from '../align/conversion.ts';
import { changedLibrary } from '../align/replacement.ts';
import { isThinned } from '../align/rewritten.ts';
import { containment } from '../align/similarity.ts';
import { isHeldBack, type PlacedTest, type TestPair } from '../align/tests.ts';
import type { Comparison } from '../compare.ts';
import type { Assertion, TestCase } from '../model.ts';
import { quoted } from '../tree.ts';
import type { Hit } from '../types.ts';

/** Runs over the pairs of tests that asserted and were not skipped meanwhile. */
export function pairsOf(comparison: Comparison, find: (pair: TestPair) => Hit | null): Hit[] {
  return comparison.tests.pairs.flatMap((pair) => {
    if (pair.before.test.assertions.length === 0) return [];
    if (pair.after.test.skip && !pair.before.test.skip && pair.after.test.skip.kind !== 'conditional') return [];
    const found = find(pair);
    return found ? [found] : [];
  });
}

/** As `pairsOf`, but a file that gave up one test library for another only warns: not every word has a twin there. So does a test that was skipped and runs now. */
export const claimsOf = (comparison: Comparison, find: (pair: TestPair) => Hit | null): Hit[] =>
  pairsOf(comparison, (pair) => {
    const found = find(pair);
    const slept = pair.before.test.skip !== null && pair.after.test.skip === null;
    if (found && isSubdivided(pair, comparison)) return null;
    return found && (slept || isAnother(pair, comparison) || changedLibrary(pair.before.file, pair.after.file))
      ? { ...found, ...mild }
      : found;
  });

/** The test became a suite of steps, and what it claimed they claim: no less of it than before. */
function isSubdivided({ before, after }: TestPair, { tests }: Comparison): boolean {
  const steps = (list: PlacedTest[], { path, test }: PlacedTest): number =>
    list
      .filter(
        (one) => one.path === path && !isHeldBack(one.test) && !one.test.helper && one.test.suite.includes(test.name),
      )
      .reduce((sum, one) => sum + strengthOf(one.test) * Math.max(1, one.test.rows.length), 0);
  const gained = steps(tests.after, after) - steps(tests.before, before);
  return gained > 0 && gained + strengthOf(after.test) >= strengthOf(before.test);
}

const strengthOf = ({ assertions }: TestCase): number =>
  assertions.filter((one) => !one.unreachable && !one.swallowed).reduce((sum, one) => sum + one.strength, 0);

/** Paired across files that both stay, or under another name while the source changed too: it may well be another test. */
function isAnother({ before, after, likeness }: TestPair, { sourceChanged, files }: Comparison): boolean {
  const sameFile = files.some((pair) => pair.before === before.file && pair.after === after.file);
  return (!sameFile && likeness < 0.8) || (sourceChanged && before.test.name !== after.test.name);
}

/** Worth telling, not worth holding up. */
export const mild = { severity: 'medium' as const, confidence: 0.6 };

export function removedAssertions(pair: TestPair, comparison: Comparison): Hit | null {
  const { before, after, likeness, assertions: delta } = pair;
  const { sourceChanged } = comparison;
  const lost = delta.lost.filter(
    (one) =>
      one.strength > 0 &&
      one.kind !== 'fail' &&
      !one.unreachable &&
      !(sourceChanged && isOutcome(one)) &&
      !(isPlan(one) && after.test.assertions.some((claim) => claim.strength > 0 && !isPlan(claim))),
  );
  if (asksHelper(pair)) return null;
  const fails = delta.lost.filter((one) => one.kind === 'fail').length;
  if (
    isGutted(pair, sourceChanged) ||
    (lost.length === 0 && !(fails > 0 && delta.added.length === 0 && likeness > 0.9))
  )
    return null;
  if (likeness < 0.45 && after.test.assertions.length >= before.test.assertions.length * 0.5) return null;
  if (sourceChanged && likeness < 0.75) return null;
  const serious = lost.filter((one) => !isExplained(one, pair, comparison));
  const first = serious[0] ?? lost[0] ?? delta.lost[0]!;
  const one = delta.lost.length === 1;
  return {
    ...hit(
      pair,
      first,
      null,
      `${one ? 'An assertion' : `${delta.lost.length} assertions`} of "${before.test.name}" ${one ? 'is' : 'are'} gone with nothing in ${one ? 'its' : 'their'} place.`,
      '',
    ),
    ...(first.conditions.length > 0 ? { conditional: true } : {}),
    ...(serious.length === 0 || !isThinned(pair) ? mild : {}),
    ...(isRewritten(pair, comparison) ||
    wentOver(pair) ||
    asksAnew(pair) ||
    isSplit(pair, comparison) ||
    letsGo(pair, comparison)
      ? mild
      : {}),
  };
}

/** How many claims there are is no claim of its own where claims stay. */
const isPlan = ({ subject }: Assertion): boolean => /^(plan|assertions|expect\.assertions)$/.test(subject);

/** It newly calls what by its name asserts, from a file that may not be part of the change. */
export const asksAnew = ({ before, after }: TestPair): boolean =>
  [...after.test.calls].some(
    (call) =>
      !before.test.calls.has(call) &&
      !after.file.functions.some((one) => one.name === call) &&
      (/^(assert|check|expect|verify|should|validate|then|catch|raises|throws)[A-Z_]\w{3,}/.test(call) ||
        isGivenTheTest(call, after)),
  );

/** Go: what is handed the running test may fail it. */
const isGivenTheTest = (call: string, { test, file }: PlacedTest): boolean =>
  file.language === 'go' && new RegExp(`(^| )${quoted(call)} \\( t [,)]`).test(test.tokens.join(' '));

/** A new test of the file is mostly made of what this one held. */
const isSplit = ({ before, after }: TestPair, { tests }: Comparison): boolean =>
  tests.added.some(
    (one) =>
      one.path === after.path &&
      !one.test.skip &&
      one.test.assertions.some((claim) => claim.strength > 0) &&
      containment(one.test.tokens, before.test.tokens) >= 0.5,
  );

/** The test as a whole says something else now: much of it is new, or other claims of it follow changed source. */
const isRewritten = ({ likeness, assertions }: TestPair, { sourceChanged }: Comparison): boolean =>
  likeness < 0.6 ||
  (sourceChanged &&
    assertions.kept.some(([b, a]) => b.subject === a.subject && b.expected !== a.expected && b.strength <= a.strength));

/** What it spoke of exists no longer, a stronger claim beside it says as much, or it only guarded the set-up. */
function isExplained(lost: Assertion, pair: TestPair, comparison: Comparison): boolean {
  return (
    speaksOfGone(lost, comparison) ||
    isImplied(lost, pair) ||
    isInCall(lost, pair) ||
    isOfLostBranch(lost, pair) ||
    isMereBeing(lost, pair) ||
    (lost.kind === 'no-error' && pair.after.file.language === 'go') ||
    isThrownAnyway(lost, pair)
  );
}

/** `assert x`: that it is there at all, while the test goes on to use it and makes a stronger claim. */
const isMereBeing = ({ kind, subject, strength }: Assertion, { after: { test } }: TestPair): boolean =>
  strength <= 2 &&
  /^(truthy|defined|not-null|not-undefined|exists|some)$/.test(kind) &&
  test.tokens.join(' ').includes(subject) &&
  test.assertions.some((one) => one.strength >= 4 && !one.unreachable && !one.swallowed);

/** It stood under a condition that the test no longer asks: of several ways one is left, and claims as much. */
const isOfLostBranch = ({ conditions, strength }: Assertion, { after: { test } }: TestPair): boolean =>
  conditions.length > 0 &&
  !test.tokens.join(' ').includes(conditions[0]!) &&
  test.assertions.some((one) => one.strength >= strength && one.conditions.length < conditions.length);

/** `ifError(err)` of a callback that became an awaited call: the call itself fails the test now. */
const isThrownAnyway = ({ kind, subject }: Assertion, { before, after }: TestPair): boolean =>
  /^(no-error|no-throw|null|falsy)$/.test(kind) &&
  /^(err|error|e|\w+(Err|Error))$/.test(subject) &&
  awaits(after.test.tokens) > awaits(before.test.tokens);

const awaits = (tokens: string[]): number => tokens.filter((token) => token === 'await').length;

/** The test no longer names what the source no longer names: it followed a removal. */
const letsGo = ({ before, after }: TestPair, comparison: Comparison): boolean => {
  const now = new Set(after.test.tokens);
  return namesGone(before.test.tokens.filter((token) => !now.has(token)).join(' '), comparison);
};

/** A name in the claim that the source had and has no more. */
export const speaksOfGone = ({ text }: Assertion, comparison: Comparison): boolean => namesGone(text, comparison);

export function namesGone(text: string, { files, functions }: Comparison): boolean {
  const names = new Set(text.match(/[A-Za-z_$][\w$]{3,}/g) ?? []);
  const sources = files.filter((pair) => (pair.before ?? pair.after)!.role === 'source');
  const lost = new Set(functions.lost.filter((one) => one.file.role === 'source').map((one) => one.function.name));
  return [...names].some(
    (name) =>
      lost.has(name) ||
      (sources.some((pair) => pair.before?.identifiers.has(name)) &&
        !sources.some((pair) => pair.after?.identifiers.has(name))),
  );
}

const isImplied = (lost: Assertion, pair: TestPair): boolean =>
  isPart(lost, pair) || isBesideStronger(lost, pair) || isPresupposed(lost, pair);

/** That it is there at all, while an exact claim looks into it; that it has no second element, while its length is pinned. */
function isPresupposed({ kind, subject, strength }: Assertion, { after: { test } }: TestPair): boolean {
  const list = /^(.*) \[ \d+ \]$/.exec(subject)?.[1];
  const there = strength <= 2 && /^(defined|not-null|truthy|not-undefined|exists|some)/.test(kind);
  return test.assertions.some(
    (one) =>
      one.strength >= 4 &&
      !one.unreachable &&
      !one.swallowed &&
      ((there && /^ ?(\.|\?\.|!)/.test(one.subject.startsWith(subject) ? one.subject.slice(subject.length) : '')) ||
        (list !== undefined && /^(falsy|undefined|null)/.test(kind) && one.subject === `${list} . length`) ||
        (list !== undefined && /^(falsy|undefined|null)/.test(kind) && one.kind === 'length' && one.subject === list)),
  );
}

/** A new claim pins the whole of which it pinned a part: `parents[0]`, `len(parents)` → `parents`. */
const isPart = ({ subject }: Assertion, { assertions: { added, kept, replaced } }: TestPair): boolean =>
  [...added, ...[...kept, ...replaced].filter(([b, a]) => b.key !== a.key).map(([, a]) => a)].some(
    (one) =>
      one.strength >= 5 &&
      /\w{3}/.test(one.subject) &&
      one.subject !== subject &&
      (subject.startsWith(`${one.subject} `) || subject.includes(`( ${one.subject} )`)),
  );

const isBesideStronger = (lost: Assertion, { after, before }: TestPair): boolean =>
  lost.subject !== '' &&
  lost.strength < 5 &&
  after.test.assertions.some(
    (one) =>
      one.subject === lost.subject &&
      one.strength >= 5 &&
      !one.unreachable &&
      !one.swallowed &&
      before.test.assertions.some((old) => old.key === one.key),
  );

/** `isInstanceOf(NullPointerException)` beside a new `catchNullPointerException(…)`: the call itself asks for it. */
const isInCall = ({ expected }: Assertion, { before, after }: TestPair): boolean => {
  const type = /\b([A-Z]\w{6,})\b/.exec(expected)?.[1];
  return (
    type !== undefined && [...after.test.calls].some((call) => call.includes(type) && !before.test.calls.has(call))
  );
};

/** A helper of the test file that asserts is called: the claims moved there. */
const asksHelper = ({ before, after }: TestPair): boolean =>
  after.file.tests.some((one) => one.helper && after.test.calls.has(one.name) && !before.test.calls.has(one.name)) ||
  (before.test.assertions.every(isOutcome) &&
    after.file.tests.some((one) => one.helper && after.test.calls.has(one.name)));

/** `should_panic`, `@Test(expected)`: turned round when the code is repaired. */
const isOutcome = (one: Assertion): boolean => one.subject === 'should_panic' || one.subject === '@Test(expected)';

export function isGutted(pair: TestPair, sourceChanged: boolean): boolean {
  const { before, after, assertions: delta } = pair;
  if (sourceChanged && before.test.assertions.every(isOutcome)) return false;
  if (asksHelper(pair) || asksAnew(pair)) return false;
  const had = before.test.assertions.filter((one) => one.strength > 0).length;
  const has = after.test.assertions.filter((one) => one.strength > 0).length;
  return (
    had > 0 &&
    has === 0 &&
    delta.lost.length > 0 &&
    delta.replaced.length === 0 &&
    !delta.kept.some(([, a]) => a.strength > 0)
  );
}

export const hit = (
  { before, after }: TestPair,
  b: Assertion,
  a: Assertion | null,
  why: string,
  excerptAfter?: string,
): Hit => ({
  before: { path: before.path, line: b.line },
  after: { path: after.path, line: a?.line ?? after.test.line },
  excerptBefore: b.text.slice(0, 400),
  excerptAfter: excerptAfter ?? a?.text.slice(0, 400) ?? '',
  why,
  names: [before.test.name, ...before.test.suite, before.path, b.text],
});
