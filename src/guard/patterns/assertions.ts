import type { TestPair } from '../align/tests.ts';
import { because } from '../finding/circumstances.ts';
import { claimsOf, isGutted, loss, pairsOf, removedAssertions } from './assertion-loss.ts';
import { findWeakened } from './assertion-strength.ts';
import { editedExpectation, hasCause, rewrittenSnapshots } from './expectation.ts';
import { everyLanguage, type Pattern } from './pattern.ts';

const restoreAssertion = 'Restore the assertion; fix the code rather than the test.';

/** A library whose assertions record their failure instead of throwing: a handler cannot drop it. */
const recordsFailures = /\bQUnit\b/;

export const assertions: Pattern[] = [
  {
    id: 'test-gutted',
    name: 'Test without assertions',
    type: 'assertion_weakening',
    severity: 'critical',
    confidence: 0.92,
    languages: everyLanguage,
    catches: 'A test that asserted and now asserts nothing.',
    ignores:
      'Assertions that moved into a helper that the test calls, or into another test. Only warns if it only failed in a handler that is gone.',
    fix: restoreAssertion,
    example: { before: 'expect(total(3)).toBe(6)', after: 'total(3)' },
    find: (comparison) =>
      claimsOf(comparison, (pair) => {
        if (!isGutted(pair, comparison.sourceChanged)) return null;
        const { name, assertions: lost } = pair.before.test;
        const found = loss(pair, lost[0]!, null, ['gutted', name, lost.length], pair.after.test.excerpt);
        return because(found, onlyFailed(pair) && 'only-failed');
      }),
  },
  {
    id: 'assertion-removed',
    name: 'Assertion removed',
    type: 'assertion_weakening',
    severity: 'high',
    confidence: 0.8,
    languages: everyLanguage,
    catches: 'An assertion that was removed and not replaced anywhere in the change.',
    ignores:
      'Assertions moved, merged into a loop or table, or rewritten in another style; tests that were rewritten as a whole. Only warns if the file or the test moves to another test library, if the assertion was about something that no longer exists, if a stronger one next to it covers it, or if the test newly calls a check of another file; in a review also if it is the only one removed.',
    fix: restoreAssertion,
    example: { before: 'assert total == 6\nassert tax == 1', after: 'assert total == 6' },
    find: (comparison) => claimsOf(comparison, (pair) => removedAssertions(pair, comparison)),
  },
  {
    id: 'assertion-trivial',
    name: 'Assertion made trivial',
    type: 'assertion_weakening',
    severity: 'critical',
    confidence: 0.95,
    languages: everyLanguage,
    catches: 'An assertion that became one that cannot fail: a constant, a value compared with itself, an `or True`.',
    ignores: 'Trivial assertions that were there before.',
    fix: restoreAssertion,
    example: { before: 'assert total == 6', after: 'assert True' },
    find: (comparison) =>
      pairsOf(comparison, (pair) => {
        const found = [...pair.assertions.pairs, ...pair.assertions.replaced].find(
          ([b, a]) =>
            a.strength === 0 &&
            b.strength > 0 &&
            !(a.kind === 'trivial' && a.subject === 'pass' && b.kind === 'no-throw'),
        );
        return found ? loss(pair, ...found, ['always-true', found[1].text]) : null;
      }),
  },
  {
    id: 'assertion-weakened',
    name: 'Assertion weakened',
    type: 'assertion_weakening',
    severity: 'high',
    confidence: 0.85,
    languages: everyLanguage,
    catches:
      'An assertion about the same thing that checks less: exact to truthy, defined or contains; a specific error to any error; a wider tolerance.',
    ignores:
      'Equal or stronger assertions in another form (an empty list and emptiness, an error and its message, a part of an object); a weaker assertion next to a new stronger one on the same subject. Only warns if assertions of the file move to another library, if new assertions check the thrown error, or if the opposite is asserted and the source changed; in a review also if a part of the value is still pinned.',
    fix: 'Assert the exact value again.',
    example: { before: 'expect(total).toBe(6)', after: 'expect(total).toBeDefined()' },
    find: (comparison) => claimsOf(comparison, (pair) => findWeakened(pair, comparison)),
  },
  {
    id: 'expectation-edited',
    name: 'Expected value edited',
    type: 'assertion_weakening',
    severity: 'high',
    confidence: 0.8,
    languages: everyLanguage,
    catches:
      'An expected value that changed while neither the source nor the rest of the test did: the test was fitted to what the code returns.',
    ignores:
      'Changes of source in the same diff, changed inputs in the test, the same value spelt in another way, and tests rewritten as a whole. Only warns if data or shared helpers of the tests changed too.',
    fix: 'Restore the value and fix the code; if the test was wrong, say so in the task.',
    example: { before: 'assert total(3) == 6', after: 'assert total(3) == 7' },
    find: (comparison) =>
      hasCause(comparison) ? [] : claimsOf(comparison, (pair) => editedExpectation(pair, comparison)),
  },
  {
    id: 'snapshot-rewritten',
    name: 'Snapshot rewritten',
    type: 'assertion_weakening',
    severity: 'medium',
    confidence: 0.7,
    languages: 'any',
    catches: 'Recorded snapshots or golden files that changed while no source and no test did.',
    ignores: 'Snapshots that change with their source or their tests, and new snapshots.',
    fix: 'Check each difference; keep only those that the task asks for.',
    example: { before: 'exports[`total 1`] = `6`', after: 'exports[`total 1`] = `7`' },
    find: rewrittenSnapshots,
  },
  {
    id: 'assertion-swallowed',
    name: 'Assertion inside a catch-all',
    type: 'error_suppression',
    severity: 'critical',
    confidence: 0.93,
    languages: ['javascript', 'python', 'rust', 'java'],
    catches: 'An assertion newly wrapped so that its failure is caught and dropped.',
    ignores: 'Handlers that rethrow, fail the test or assert on the error.',
    fix: 'Let the failure out of the test.',
    example: { before: 'assert total == 6', after: 'try:\n    assert total == 6\nexcept AssertionError:\n    pass' },
    find: (comparison) =>
      pairsOf(comparison, (pair) => {
        const found = [...pair.assertions.pairs, ...pair.assertions.replaced].find(
          ([b, a]) => a.swallowed && !b.swallowed && !recordsFailures.test(pair.after.file.source),
        );
        return found ? loss(pair, ...found, ['failure-caught', found[1].text]) : null;
      }),
  },
];

/** It only called `fail` in a handler; without the handler, the error itself fails the test. */
const onlyFailed = ({ before, after }: TestPair): boolean =>
  before.test.assertions.every((one) => one.kind === 'fail') &&
  !after.test.tokens.some((token) => /^(catch|except|rescue|recover)$/.test(token));
