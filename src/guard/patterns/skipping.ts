import type { TreeComparison } from '../align/compare.ts';
import type { FilePair } from '../align/files.ts';
import type { PlacedTest, TestPair } from '../align/tests.ts';
import { because } from '../finding/circumstances.ts';
import { at, atFile, lossOf } from '../finding/loss.ts';
import type { Reason } from '../finding/reasons.ts';
import type { Loss } from '../finding/types.ts';
import { mayAssert } from '../vocabulary.ts';
import { disabledFiles } from './disabled-files.ts';
import { isStrongerSkip, newlyDisabledRow } from './disabled-rows.ts';
import { everyLanguage, type Pattern } from './pattern.ts';

const fix = 'Remove the skip and make the test pass; if it cannot run here, say why in the task.';

export const skipping: Pattern[] = [
  {
    id: 'test-skipped',
    name: 'Test skipped',
    type: 'test_skipping',
    severity: 'critical',
    confidence: 0.95,
    languages: everyLanguage,
    catches:
      'A test that ran and is now skipped, pending, disabled, ignored or marked as a to-do, alone or by its suite or file.',
    ignores:
      'Tests that were skipped before; new tests added as a to-do. Only warns if the test was empty or returned immediately.',
    fix,
    example: { before: "it('adds', …)", after: "it.skip('adds', …)" },
    find: (comparison) => newSkips(comparison, (kind) => kind === 'skip' || kind === 'todo'),
  },
  {
    id: 'test-expected-failure',
    name: 'Test expected to fail',
    type: 'test_skipping',
    severity: 'high',
    confidence: 0.9,
    languages: ['javascript', 'python', 'rust', 'java'],
    catches:
      'A test newly marked xfail, failing, expectedFailure, should_panic or @Test(expected) while its assertions stayed: it passes by failing.',
    ignores:
      'Tests that carried the mark before, and new rows of a table that come with one. Only warns if the source changed with it.',
    fix,
    example: { before: 'def test_a():', after: '@pytest.mark.xfail\ndef test_a():' },
    find: (comparison) => [...newSkips(comparison, (kind) => kind === 'expected-failure'), ...newOutcomes(comparison)],
  },
  {
    id: 'test-conditionally-skipped',
    name: 'Test skipped under a condition',
    type: 'test_skipping',
    severity: 'medium',
    confidence: 0.75,
    languages: everyLanguage,
    catches: 'A test that always ran and now runs only under a condition (platform, version, environment).',
    ignores: 'Conditions that were there before.',
    fix: 'Check that the condition is real and that the test still runs in CI.',
    example: { before: 'def test_a():', after: "@pytest.mark.skipif(sys.platform == 'win32')\ndef test_a():" },
    find: (comparison) => newSkips(comparison, (kind) => kind === 'conditional'),
  },
  {
    id: 'test-focused',
    name: 'Only some tests run',
    type: 'test_skipping',
    severity: 'critical',
    confidence: 0.95,
    languages: ['javascript'],
    catches: 'A new .only, fit or fdescribe: every other test in the file is silently skipped.',
    ignores: 'A focus that was there before. In a review it only warns if its file has no other tests that ran.',
    fix: 'Remove the focus.',
    example: { before: "it('adds', …)", after: "it.only('adds', …)" },
    find: focusedTests,
  },
  {
    id: 'test-unreachable',
    name: 'Test returns before its assertions',
    type: 'test_skipping',
    severity: 'critical',
    confidence: 0.9,
    languages: everyLanguage,
    catches: 'An early return, an `if (false)` or an empty loop that newly keeps assertions from running.',
    ignores: 'Code that was unreachable before.',
    fix: 'Remove the early exit so that the assertions run.',
    example: { before: 'const x = f(); expect(x).toBe(1)', after: 'return; const x = f(); expect(x).toBe(1)' },
    find: ({ tests }) =>
      tests.pairs.flatMap((pair) => {
        const unreachablePair = pair.assertions.pairs.find(([b, a]) => a.unreachable && !b.unreachable);
        if (!unreachablePair) return [];
        const [b, a] = unreachablePair;
        const loss = lossIn(pair, ['assertion-unreached', pair.before.test.name], b.text, a.text);
        return [because(loss, b.conditions.length > 0 && 'was-conditional')];
      }),
  },
  {
    id: 'assertion-conditional',
    name: 'Assertion only under a condition',
    type: 'test_skipping',
    severity: 'medium',
    confidence: 0.6,
    languages: everyLanguage,
    catches:
      'An assertion that always ran and is now under a new condition, or behind a conditional return, while the source did not change.',
    ignores: 'Conditions that were there before; tests changed together with the source.',
    fix: 'Always run the assertion, or assert the condition too.',
    example: { before: 'expect(total).toBe(6)', after: 'if (total) expect(total).toBe(6)' },
    find: ({ tests, sourceChanged }) =>
      sourceChanged
        ? []
        : tests.pairs.flatMap((pair) => {
            if (pair.likeness < 0.6 || pair.before.test.helper) return [];
            const conditionalPair = pair.assertions.pairs.find(
              ([b, a]) => b.key === a.key && b.conditions.length === 0 && a.conditions.length > 0,
            );
            if (!conditionalPair) return [];
            const [b, a] = conditionalPair;
            return [lossIn(pair, ['assertion-only-if', pair.before.test.name, a.conditions[0]!], b.text, a.text)];
          }),
  },
  {
    id: 'test-file-disabled',
    name: 'Test file excluded from the run',
    type: 'test_skipping',
    severity: 'critical',
    confidence: 0.9,
    languages: everyLanguage,
    catches: 'A test file renamed so that no runner finds it, or a folder of tests newly ignored by conftest.',
    ignores: 'Renames to another name that runners find.',
    fix: 'Rename the file so that the runner finds it.',
    example: { before: 'cart.test.ts', after: 'cart.test.ts.disabled' },
    find: disabledFiles,
  },
];

/** It asserts nothing, and calls nothing that may: a benchmark, or a program to look at. */
const claimsNothing = ({ test, file }: PlacedTest): boolean =>
  test.assertions.length === 0 &&
  [...test.calls].every((name) => !mayAssert.test(name) && !/test|run/i.test(name)) &&
  !file.tests.some((one) => one.helper && test.calls.has(one.name));

function newSkips({ tests, files }: TreeComparison, matchesKind: (kind: string) => boolean): Loss[] {
  const losses: Loss[] = [];
  const reportedKeys = new Set<string>();
  for (const pair of tests.pairs) {
    const { before, after } = pair;
    if (before.test.helper || !after.test.skip || !matchesKind(after.test.skip.kind) || after.test.only) continue;
    if (before.test.skip && !isStrongerSkip(before.test.skip, after.test.skip)) continue;
    const scope = after.test.skipScope;
    const key = scope === 'own' ? `${after.path}|${after.test.start}` : `${after.path}|${after.test.skip.text}`;
    if (reportedKeys.has(key)) continue;
    reportedKeys.add(key);
    const what =
      scope === 'own'
        ? `"${before.test.name}"`
        : scope === 'suite'
          ? `the suite "${after.test.suite.at(-1) ?? after.path}"`
          : `the whole file ${after.path}`;
    const { assertions, calls } = before.test;
    const empty = assertions.length === 0 ? calls.size === 0 : assertions.every((one) => one.unreachable);
    const mark = after.test.skip.text;
    const loss = lossIn(pair, ['test-skipped', what, mark], before.test.excerpt, mark);
    losses.push(because(loss, empty && scope === 'own' && 'did-nothing', claimsNothing(before) && 'claimed-nothing'));
  }
  for (const pair of tests.pairs) {
    const row = newlyDisabledRow(pair, matchesKind);
    const what = `a case of "${pair.before.test.name}"`;
    if (row) losses.push(lossIn(pair, ['test-skipped', what, row.skip.text], row.values, row.skip.text));
  }
  for (const { before, after, path, oldPath } of files) {
    if (
      (!before && !/conftest\.py$/.test(path)) ||
      !after?.fileSkip ||
      after.role !== 'test' ||
      !matchesKind(after.fileSkip.kind) ||
      after.tests.length > 0
    )
      continue;
    if (before?.fileSkip && !isStrongerSkip(before.fileSkip, after.fileSkip)) continue;
    const { text } = after.fileSkip;
    losses.push(lossOf(atFile(oldPath), atFile(path, text), ['files-excluded', text], [path]));
  }
  return losses;
}

/** `#[should_panic]`, `@Test(expected = …)` added to a test whose body stayed. */
function newOutcomes({ tests, sourceChanged }: TreeComparison): Loss[] {
  const isOutcome = (one: { subject: string }): boolean => /^(should_panic|@Test\(expected\))$/.test(one.subject);
  return tests.pairs.flatMap((pair) => {
    const { before, after, likeness } = pair;
    const mark = after.test.assertions.find(isOutcome);
    const claims = before.test.assertions.filter((one) => one.strength > 0);
    if (!mark || claims.length === 0 || claims.some(isOutcome) || likeness < 0.9) return [];
    const loss = lossIn(pair, ['passes-by-failing', before.test.name, mark.text], before.test.excerpt, mark.text);
    return [because(loss, sourceChanged && 'source-changed')];
  });
}

function focusedTests({ tests, files }: TreeComparison): Loss[] {
  const oldFocus = new Set(tests.before.filter((one) => one.test.only).map((one) => one.test.name));
  return tests.after
    .filter((one) => one.test.only && !oldFocus.has(one.test.name) && !isWithinTest(one))
    .slice(0, 3)
    .map((one) => {
      const loss = lossOf(null, at(one.path, one.test), ['others-not-run', one.test.name], [one.test.name]);
      return because(loss, !excludesOthers(one, files) && 'no-other-test-ran');
    });
}

/** Registered by another test while it runs: a sample in a framework that tests itself. */
const isWithinTest = ({ test, file }: PlacedTest): boolean =>
  file.tests.some((one) => !one.helper && one.start < test.start && one.end > test.end);

/** Its file had other tests before, which ran. */
const excludesOthers = ({ file, test }: PlacedTest, files: FilePair[]): boolean =>
  files.some(
    ({ before, after }) =>
      after === file && before?.tests.some((old) => !old.helper && !old.only && old.name !== test.name),
  );

const lossIn = ({ before, after }: TestPair, reason: Reason, textBefore: string, textAfter: string): Loss =>
  lossOf(
    at(before.path, { line: before.test.line, text: textBefore }),
    at(after.path, { line: after.test.line, text: textAfter }),
    reason,
    [before.test.name, ...before.test.suite, before.path],
  );
