import type { Assertion, TestCase } from '../../syntax/model.ts';
import { quoted } from '../../syntax/tree.ts';
import type { TreeComparison } from '../align/compare.ts';
import { convertsAssertions } from '../align/conversion.ts';
import { changedLibrary } from '../align/replacement.ts';
import { isReduced } from '../align/rewritten.ts';
import { containment } from '../align/similarity.ts';
import { isDisabled, type PlacedTest, type TestPair } from '../align/tests.ts';
import { because } from '../finding/circumstances.ts';
import { at, lossOf } from '../finding/loss.ts';
import type { Reason } from '../finding/reasons.ts';
import type { Loss } from '../finding/types.ts';
import { saysItAsserts } from '../vocabulary.ts';

/** Visits the pairs of tests that had assertions and were not skipped by the change. */
export function pairsOf(comparison: TreeComparison, find: (pair: TestPair) => Loss | null): Loss[] {
  return comparison.tests.pairs.flatMap((pair) => {
    if (pair.before.test.assertions.length === 0) return [];
    if (pair.after.test.skip && !pair.before.test.skip && pair.after.test.skip.kind !== 'conditional') return [];
    const found = find(pair);
    return found ? [found] : [];
  });
}

/**
 * Like `pairsOf`, but only warns if the file switched test libraries, as not every matcher has an equivalent, or if a
 * skipped test runs again.
 */
export const claimsOf = (comparison: TreeComparison, find: (pair: TestPair) => Loss | null): Loss[] =>
  pairsOf(comparison, (pair) => {
    const found = find(pair);
    const wasSkipped = pair.before.test.skip !== null && pair.after.test.skip === null;
    if (found && isSubdivided(pair, comparison)) return null;
    return (
      found &&
      because(
        found,
        wasSkipped && 'was-skipped',
        mayBeOtherTest(pair, comparison) && 'other-test',
        changedLibrary(pair.before.file, pair.after.file) && 'other-library',
      )
    );
  });

/** The test became a suite of steps that together assert at least as much. */
function isSubdivided({ before, after }: TestPair, { tests }: TreeComparison): boolean {
  const steps = (list: PlacedTest[], { path, test }: PlacedTest): number =>
    list
      .filter(
        (one) => one.path === path && !isDisabled(one.test) && !one.test.helper && one.test.suite.includes(test.name),
      )
      .reduce((sum, one) => sum + strengthOf(one.test) * Math.max(1, one.test.rows.length), 0);
  const gained = steps(tests.after, after) - steps(tests.before, before);
  return gained > 0 && gained + strengthOf(after.test) >= strengthOf(before.test);
}

const strengthOf = ({ assertions }: TestCase): number =>
  assertions.filter((one) => !one.unreachable && !one.swallowed).reduce((sum, one) => sum + one.strength, 0);

/** Paired across two remaining files, or under another name while the source changed too: it may be a different test. */
function mayBeOtherTest({ before, after, likeness }: TestPair, { sourceChanged, files }: TreeComparison): boolean {
  const sameFile = files.some((pair) => pair.before === before.file && pair.after === after.file);
  return (!sameFile && likeness < 0.8) || (sourceChanged && before.test.name !== after.test.name);
}

export function removedAssertions(pair: TestPair, comparison: TreeComparison): Loss | null {
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
  if (callsNewHelper(pair)) return null;
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
  return because(
    loss(pair, first, null, ['assertions-gone', before.test.name, delta.lost.length], ''),
    first.conditions.length > 0 && 'was-conditional',
    serious.length === 0 && 'worth-little',
    isRewritten(pair, comparison) && 'test-rewritten',
    followsRemoval(pair, comparison) && 'subject-removed',
  );
}

/** A planned number of assertions is not an assertion of its own, as long as others remain. */
const isPlan = ({ subject }: Assertion): boolean => /^(plan|assertions|expect\.assertions)$/.test(subject);

/** It newly calls a function that asserts, judging by its name, from a file that may not be part of the change. */
export const callsNewCheck = ({ before, after }: TestPair): boolean =>
  [...after.test.calls].some(
    (call) =>
      !before.test.calls.has(call) &&
      !after.file.functions.some((one) => one.name === call) &&
      (saysItAsserts.test(call) || receivesTest(call, after)),
  );

/** Go: a function that is passed the running test may fail it. */
const receivesTest = (call: string, { test, file }: PlacedTest): boolean =>
  file.language === 'go' && new RegExp(`(^| )${quoted(call)} \\( t [,)]`).test(test.tokens.join(' '));

/** It gained code, its assertions went to another library, or its code to a check or a test. */
const isRewritten = (pair: TestPair, comparison: TreeComparison): boolean =>
  !isReduced(pair) || convertsAssertions(pair) || callsNewCheck(pair) || isSplit(pair, comparison);

/** A new test of the file consists mostly of code from this one. */
const isSplit = ({ before, after }: TestPair, { tests }: TreeComparison): boolean =>
  tests.added.some(
    (one) =>
      one.path === after.path &&
      !one.test.skip &&
      one.test.assertions.some((claim) => claim.strength > 0) &&
      containment(one.test.tokens, before.test.tokens) >= 0.5,
  );

/** Its subject no longer exists, a stronger assertion beside it says as much, or the call itself now fails the test. */
const isExplained = (lost: Assertion, pair: TestPair, comparison: TreeComparison): boolean =>
  mentionsRemoved(lost, comparison) ||
  isImplied(lost, pair) ||
  (lost.kind === 'no-error' && pair.after.file.language === 'go');

/** An exact claim implies a partial one about the same thing, and that what the test goes on to use exists. */
const isImplied = ({ subject, strength, kind }: Assertion, { after: { test } }: TestPair): boolean => {
  const isExistence = /^(truthy|defined|not-null|not-undefined|exists|some)$/.test(kind);
  return (
    strength < 5 &&
    subject !== '' &&
    test.assertions.some(
      (one) =>
        one.strength > Math.max(3, strength) &&
        isLive(one) &&
        (one.subject === subject || (isExistence && test.tokens.join(' ').includes(subject))),
    )
  );
};

const isLive = ({ unreachable, swallowed }: Assertion): boolean => !unreachable && !swallowed;

/** The test dropped a name that the source dropped too: it followed a removal. */
const followsRemoval = ({ before, after }: TestPair, comparison: TreeComparison): boolean => {
  const now = new Set(after.test.tokens);
  return namesRemovedSymbol(before.test.tokens.filter((token) => !now.has(token)).join(' '), comparison);
};

/** The assertion contains a name that the source no longer has. */
export const mentionsRemoved = ({ text }: Assertion, comparison: TreeComparison): boolean =>
  namesRemovedSymbol(text, comparison);

export function namesRemovedSymbol(text: string, { files, functions }: TreeComparison): boolean {
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

/** The test newly calls a helper of its file that asserts: the assertions moved there. */
const callsNewHelper = ({ before, after }: TestPair): boolean =>
  after.file.tests.some((one) => one.helper && after.test.calls.has(one.name) && !before.test.calls.has(one.name)) ||
  (before.test.assertions.every(isOutcome) &&
    after.file.tests.some((one) => one.helper && after.test.calls.has(one.name)));

/** `should_panic`, `@Test(expected)`: flipped when the code is fixed. */
const isOutcome = (one: Assertion): boolean => one.subject === 'should_panic' || one.subject === '@Test(expected)';

export function isGutted(pair: TestPair, sourceChanged: boolean): boolean {
  const { before, after, assertions: delta } = pair;
  if (sourceChanged && before.test.assertions.every(isOutcome)) return false;
  if (callsNewHelper(pair) || callsNewCheck(pair)) return false;
  const countBefore = before.test.assertions.filter((one) => one.strength > 0).length;
  const countNow = after.test.assertions.filter((one) => one.strength > 0).length;
  return (
    countBefore > 0 &&
    countNow === 0 &&
    delta.lost.length > 0 &&
    delta.replaced.length === 0 &&
    !delta.pairs.some(([, a]) => a.strength > 0)
  );
}

export const loss = (
  { before, after }: TestPair,
  b: Assertion,
  a: Assertion | null,
  reason: Reason,
  excerptAfter = a?.text.slice(0, 400) ?? '',
): Loss =>
  lossOf(
    at(before.path, { line: b.line, text: b.text.slice(0, 400) }),
    at(after.path, { line: a?.line ?? after.test.line, text: excerptAfter }),
    reason,
    [before.test.name, ...before.test.suite, before.path, b.text],
  );
