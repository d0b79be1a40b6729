import type { FilePair } from '../align/files.ts';
import type { PlacedTest, TestPair } from '../align/tests.ts';
import type { Comparison } from '../compare.ts';
import type { Hit } from '../types.ts';
import { disabledFiles } from './disabled-files.ts';
import { heldRows, isGraver } from './held-back.ts';
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
      'Tests that were skipped before; new tests that are born as a to-do. Only warns of a test that was empty or left at once.',
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
      'A test newly marked xfail, failing, expectedFailure, should_panic or @Test(expected) while what it claims stayed: it passes by failing.',
    ignores:
      'Tests that carried the mark before, and new rows of a table that come with one. Only warns where the source changed with it.',
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
    catches: 'A test that ran always and now runs only where a condition holds (platform, version, environment).',
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
    catches: 'A new .only, fit or fdescribe: every other test of the file is silently left out.',
    ignores: 'A focus that was there before. In a review it only warns where its file held no other tests that ran.',
    fix: 'Remove the focus.',
    example: { before: "it('adds', …)", after: "it.only('adds', …)" },
    find: focused,
  },
  {
    id: 'test-unreachable',
    name: 'Test leaves before its assertions',
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
        const held = pair.assertions.kept.find(([b, a]) => a.unreachable && !b.unreachable);
        if (!held) return [];
        return [
          {
            ...place(
              pair,
              `The assertion of "${pair.before.test.name}" can no longer be reached.`,
              held[0].text,
              held[1].text,
            ),
            ...(held[0].conditions.length > 0 ? { conditional: true } : {}),
          },
        ];
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
      'An assertion that always ran and now stands under a new condition, or behind a conditional return, while the source did not change.',
    ignores: 'Conditions that were there before; tests changed together with the source.',
    fix: 'Let the assertion run always, or assert the condition too.',
    example: { before: 'expect(total).toBe(6)', after: 'if (total) expect(total).toBe(6)' },
    find: ({ tests, sourceChanged }) =>
      sourceChanged
        ? []
        : tests.pairs.flatMap((pair) => {
            if (pair.likeness < 0.6 || pair.before.test.helper) return [];
            const held = pair.assertions.kept.find(
              ([b, a]) => b.key === a.key && b.conditions.length === 0 && a.conditions.length > 0,
            );
            if (!held) return [];
            return [
              place(
                pair,
                `The assertion of "${pair.before.test.name}" runs only if "${held[1].conditions[0]!.slice(0, 60)}".`,
                held[0].text,
                held[1].text,
              ),
            ];
          }),
  },
  {
    id: 'test-file-disabled',
    name: 'Test file kept out of the run',
    type: 'test_skipping',
    severity: 'critical',
    confidence: 0.9,
    languages: everyLanguage,
    catches: 'A test file renamed so that no runner finds it, or a folder of tests newly ignored by conftest.',
    ignores: 'Renames to another name that runners find.',
    fix: 'Give the file back a name that the runner finds.',
    example: { before: 'cart.test.ts', after: 'cart.test.ts.disabled' },
    find: disabledFiles,
  },
];

/** No claim in it, and nothing called that may make one: a benchmark, a program for the eye. */
const claimsNothing = ({ test, file }: PlacedTest): boolean =>
  test.assertions.length === 0 &&
  [...test.calls].every((name) => !/assert|expect|verify|check|should|must|test|run/i.test(name)) &&
  !file.tests.some((one) => one.helper && test.calls.has(one.name));

function newSkips({ tests, files }: Comparison, wanted: (kind: string) => boolean): Hit[] {
  const hits: Hit[] = [];
  const told = new Set<string>();
  for (const pair of tests.pairs) {
    const { before, after } = pair;
    if (before.test.helper || !after.test.skip || !wanted(after.test.skip.kind) || after.test.only) continue;
    if (before.test.skip && !isGraver(before.test.skip, after.test.skip)) continue;
    const scope = after.test.skipScope;
    const key = scope === 'own' ? `${after.path}|${after.test.start}` : `${after.path}|${after.test.skip.text}`;
    if (told.has(key)) continue;
    told.add(key);
    const what =
      scope === 'own'
        ? `"${before.test.name}"`
        : scope === 'suite'
          ? `the suite "${after.test.suite.at(-1) ?? after.path}"`
          : `the whole file ${after.path}`;
    const { assertions, calls } = before.test;
    const empty = assertions.length === 0 ? calls.size === 0 : assertions.every((one) => one.unreachable);
    hits.push({
      ...place(
        pair,
        `${what[0]!.toUpperCase()}${what.slice(1)} ran before and is now held back: ${after.test.skip.text.split('\n')[0]}`,
        before.test.excerpt,
        after.test.skip.text,
      ),
      ...(empty && scope === 'own' ? { severity: 'medium' as const, confidence: 0.6 } : {}),
      ...(claimsNothing(before) ? { doubt: 'But it claimed nothing itself.' } : {}),
    });
  }
  for (const pair of tests.pairs) {
    const held = heldRows(pair, wanted);
    if (held)
      hits.push(
        place(
          pair,
          `A case of "${pair.before.test.name}" ran before and is now held back: ${held.skip.text.split('\n')[0]}`,
          held.values,
          held.skip.text,
        ),
      );
  }
  for (const { before, after, path, oldPath } of files) {
    if (
      (!before && !/conftest\.py$/.test(path)) ||
      !after?.fileSkip ||
      after.role !== 'test' ||
      !wanted(after.fileSkip.kind) ||
      after.tests.length > 0
    )
      continue;
    if (before?.fileSkip && !isGraver(before.fileSkip, after.fileSkip)) continue;
    hits.push({
      before: { path: oldPath, line: 1 },
      after: { path, line: 1 },
      excerptBefore: '',
      excerptAfter: after.fileSkip.text,
      why: `Tests are newly kept out of the run: ${after.fileSkip.text}`,
      names: [path],
    });
  }
  return hits;
}

/** `#[should_panic]`, `@Test(expected = …)` put on a test whose body stayed. */
function newOutcomes({ tests, sourceChanged }: Comparison): Hit[] {
  const isOutcome = (one: { subject: string }): boolean => /^(should_panic|@Test\(expected\))$/.test(one.subject);
  return tests.pairs.flatMap((pair) => {
    const { before, after, likeness } = pair;
    const mark = after.test.assertions.find(isOutcome);
    const claims = before.test.assertions.filter((one) => one.strength > 0);
    if (!mark || claims.length === 0 || claims.some(isOutcome) || likeness < 0.9) return [];
    return [
      {
        ...place(pair, `"${before.test.name}" now passes by failing: ${mark.text}`, before.test.excerpt, mark.text),
        ...(sourceChanged ? { severity: 'medium' as const, confidence: 0.6 } : {}),
      },
    ];
  });
}

function focused({ tests, files }: Comparison): Hit[] {
  const had = new Set(tests.before.filter((one) => one.test.only).map((one) => one.test.name));
  return tests.after
    .filter((one) => one.test.only && !had.has(one.test.name) && !isWithinTest(one))
    .slice(0, 3)
    .map((one) => ({
      before: null,
      after: { path: one.path, line: one.test.line },
      excerptBefore: '',
      excerptAfter: one.test.excerpt,
      why: `With a focus on "${one.test.name}" the other tests of the file do not run.`,
      names: [one.test.name],
      ...(leavesOut(one, files) ? {} : { isNew: true }),
    }));
}

/** Registered by another test while it runs: the sample of a framework that tests itself. */
const isWithinTest = ({ test, file }: PlacedTest): boolean =>
  file.tests.some((one) => !one.helper && one.start < test.start && one.end > test.end);

/** Its file held other tests before, which ran. */
const leavesOut = ({ file, test }: PlacedTest, files: FilePair[]): boolean =>
  files.some(
    ({ before, after }) =>
      after === file && before?.tests.some((old) => !old.helper && !old.only && old.name !== test.name),
  );

const place = ({ before, after }: TestPair, why: string, excerptBefore: string, excerptAfter: string): Hit => ({
  before: { path: before.path, line: before.test.line },
  after: { path: after.path, line: after.test.line },
  excerptBefore,
  excerptAfter,
  why,
  names: [before.test.name, ...before.test.suite, before.path],
});
