import type { FileModel, TestCase } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import { fullName } from '../align/replacement.ts';
import type { LostTest, PlacedTest } from '../align/tests.ts';
import { because } from '../finding/circumstances.ts';
import { at, lossOf } from '../finding/loss.ts';
import type { Reason } from '../finding/reasons.ts';
import type { Loss, Place } from '../finding/types.ts';
import { namesRemovedSymbol } from './assertion-loss.ts';
import { everyLanguage, type Pattern } from './pattern.ts';

const restore = 'Restore the test; if it is wrong or obsolete, say so in the task, or let a person approve it.';

export const deletion: Pattern[] = [
  {
    id: 'test-file-deleted',
    name: 'Test file deleted',
    type: 'test_deletion',
    severity: 'critical',
    confidence: 0.95,
    languages: everyLanguage,
    catches: 'A deleted test file whose tests exist nowhere else.',
    ignores:
      'Files renamed, moved, split or merged; tests that moved into other files. Only warns if the loss is explained: another test replaced it, the same test exists in an unchanged file, what it tested is gone from the source too, the test was skipped, did nothing or asserted nothing.',
    fix: restore,
    example: { before: 'cart.test.ts with 3 tests', after: '(deleted)' },
    find: ({ tests }) =>
      groupLosses(tests.lost.filter((one) => one.fate === 'file-gone')).map((group) => {
        const listed = names(group, tests.before);
        const found = loss(group[0]!, ['tests-gone-with-file', group.length, listed], listed.split(', '));
        return because(found, isExcused(group[0]!) && 'accounted-for');
      }),
  },
  {
    id: 'test-deleted',
    name: 'Test deleted',
    type: 'test_deletion',
    severity: 'critical',
    confidence: 0.9,
    languages: everyLanguage,
    catches: 'A test case that was removed: no match by name, body, assertions or table row.',
    ignores:
      'Renames, moves, splits, merges, parametrisation, conversion to another framework. Only warns if the loss is explained: a new test of the same subject that asserts as much, the same test in an unchanged file, a name it used that is gone from the source too, a test that was skipped or asserted nothing. In a review it only warns, too, if its file gained as many assertions as it lost, and if the new test is only similar.',
    fix: restore,
    example: { before: "it('rounds up', …)", after: '' },
    find: ({ tests, files }) =>
      groupLosses(tests.lost.filter((one) => one.fate === 'gone')).map((group) =>
        because(
          loss(
            group[0]!,
            ['tests-gone', group.length, names(group, tests.before)],
            group.map((one) => one.test.name),
          ),
          files.some((pair) => makesTests(pair.after) && !makesTests(pair.before)) && 'made-by-code',
          isExcused(group[0]!) && 'accounted-for',
        ),
      ),
  },
  {
    id: 'test-commented-out',
    name: 'Test commented out',
    type: 'test_deletion',
    severity: 'critical',
    confidence: 0.97,
    languages: everyLanguage,
    catches: 'A test case whose code is now in a comment.',
    ignores: 'Comments that were there before. Only warns of a test that was skipped, did nothing or asserted nothing.',
    fix: 'Uncomment the test and make it pass.',
    example: { before: 'def test_total(): …', after: '# def test_total(): …' },
    find: ({ tests }) =>
      tests.lost
        .filter((one) => one.fate === 'commented-out')
        .map((one) =>
          because(
            loss(one, ['test-in-comment', one.test.name], [one.test.name], one.remains),
            one.explained !== null && 'accounted-for',
          ),
        ),
  },
  {
    id: 'test-uncollected',
    name: 'Test no longer collected',
    type: 'test_deletion',
    severity: 'critical',
    confidence: 0.9,
    languages: everyLanguage,
    catches: 'A test whose body is still there but whose name, annotation or attribute no longer makes it a test.',
    ignores:
      'Tests turned into helpers that other tests call or pass on. In a review it only warns if it is in another file, or if its class has a new base.',
    fix: 'Restore the name or mark by which the runner finds it.',
    example: { before: 'def test_total():', after: 'def _test_total():' },
    find: ({ tests }) =>
      tests.lost
        .filter((one) => one.fate === 'uncollected')
        .map((one) =>
          because(
            loss(one, ['test-not-seen', one.test.name], [one.test.name], one.remains),
            one.explained !== null && 'accounted-for',
          ),
        ),
  },
  {
    id: 'test-rows-dropped',
    name: 'Parametrised cases dropped',
    type: 'test_deletion',
    severity: 'high',
    confidence: 0.75,
    languages: everyLanguage,
    catches: 'A table of cases that has fewer rows than before.',
    ignores:
      'Rows edited or moved to another table, and rows that became tests. Only warns if the rows name what is gone from the source too.',
    fix: 'Restore the rows.',
    example: { before: '[(1, 2), (3, 4)]', after: '[(1, 2)]' },
    find: droppedRows,
  },
  {
    id: 'executed-tests-lost',
    name: 'Tests that ran before do not run now',
    type: 'test_deletion',
    severity: 'high',
    confidence: 0.85,
    languages: 'any',
    catches: 'Tests that ran before and do not run now, if the code shows no reason.',
    ignores:
      'As many new names as lost ones: renames. Tests whose claims the syntax shows in other tests: merged ones.',
    fix: 'Find out why the runner no longer reaches them: configuration, globs, inheritance, an early exit.',
    example: { before: '44 tests ran', after: '41 tests ran' },
    find: lostExecutedTests,
  },
];

/** A macro that defines tests, whose names cannot be seen. */
const makesTests = (file: FileModel | null): boolean => /macro_rules![\s\S]{0,4000}?#\[test\]/.test(file?.source ?? '');

const loss = (
  { test, path, explained }: LostTest,
  reason: Reason,
  named: string[],
  after: Place | null = null,
): Loss => ({
  ...lossOf(at(path, test), after, reason, [...named, ...test.suite, path]),
  reasons: explained === null ? [reason] : [reason, explained],
  uses: [...test.calls],
});

/** Groups by file, and explained losses separately from others. */
function groupLosses(lost: LostTest[]): LostTest[][] {
  const groups = new Map<string, LostTest[]>();
  for (const one of lost) {
    const key = `${one.explained === null}|${one.loosely}|${one.path}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

/** An agent may write a similar test next to the one it removes, so only a test clearly written from the old one is an excuse. */
const isExcused = ({ explained, loosely }: LostTest): boolean => explained !== null && !loosely;

/** With its suite if another test of its file has the same name. */
const names = (group: LostTest[], before: readonly PlacedTest[]): string => {
  const isShared = ({ path, test: { name } }: LostTest) =>
    before.filter((one) => one.path === path && one.test.name === name).length > 1;
  const all = group.map((one) => `"${isShared(one) ? fullName(one.test) : one.test.name}"`);
  return all.length > 6 ? `${all.slice(0, 6).join(', ')} and ${all.length - 6} more` : all.join(', ');
};

/** A row disabled by its own mark. */
const disabledMark = /\bmark \. (?:skip|xfail)\b/;

/** A row disabled under a condition by its own mark. */
const conditionalMark = /\bmark \. skipif\b/;

function droppedRows(comparison: TreeComparison): Loss[] {
  const { tests } = comparison;
  const rowsNow = new Set(tests.after.flatMap((one) => one.test.rows));
  const textNow = tests.added.map((one) => one.test.tokens.join(' ')).join(' ');
  return tests.pairs.flatMap(({ before, after }) => {
    if (before.test.rows.length === 0 || after.test.rows.length >= before.test.rows.length) return [];
    const lost = before.test.rows.filter(
      (row) => !rowsNow.has(row) && !textNow.includes(row) && !disabledMark.test(row),
    );
    const fresh = after.test.rows.filter((row) => !before.test.rows.includes(row));
    const lostCount = lost.length - fresh.length;
    if (lostCount <= 0) return [];
    if (after.test.rows.length === 0 && after.test.tokens.length >= before.test.tokens.length * 0.8) return [];
    const areAllBut = (excused: (row: string) => boolean): boolean =>
      lost.filter((row) => !excused(row)).length <= fresh.length;
    const found = lossOf(
      at(before.path, { line: before.test.line, text: lost.slice(0, 4).join('\n') }),
      at(after.path, { line: after.test.line }),
      ['rows-gone', lostCount, before.test.rows.length, fullName(before.test)],
      [before.test.name],
    );
    return [
      because(
        found,
        areAllBut((row) => conditionalMark.test(row)) && 'was-conditional',
        areAllBut((row) => isParked(row, comparison)) && 'in-other-list',
        rowsIn(after.path, tests.after) >= rowsIn(before.path, tests.before) && 'rows-elsewhere',
        areAllBut((row) => namesRemovedSymbol(row, comparison)) && 'subject-removed',
      ),
    ];
  });
}

/** It was moved elsewhere in the changed files: to a list that tests share, or to one that nothing reads. */
const isParked = (row: string, { files }: TreeComparison): boolean =>
  row.length > 8 && files.length <= 200 && files.some(({ before, after }) => times(row, after) > times(row, before));

const times = (row: string, file: FileModel | null): number =>
  file?.role === 'test' ? file.tokens.join(' ').split(row).length - 1 : 0;

/** Number of cases in a file, as tests or rows. */
const rowsIn = (path: string, list: { path: string; test: TestCase }[]): number =>
  list.reduce((sum, one) => sum + (one.path === path && !one.test.helper ? Math.max(1, one.test.rows.length) : 0), 0);

function lostExecutedTests({ input, tests }: TreeComparison): Loss[] {
  if (!input.executed) return [];
  const now = new Set(input.executed.after);
  const past = new Set(input.executed.before);
  const missingNames = [...past].filter((name) => !now.has(name) && !isSkippedNow(name, tests.pairs));
  const fresh = [...now].filter((name) => !past.has(name));
  if (missingNames.length <= fresh.length + tests.absorbed.length || tests.lost.length > 0) return [];
  const before = { path: null, line: 0, text: missingNames.slice(0, 6).join('\n') };
  return [lossOf(before, null, ['tests-not-run', missingNames], missingNames)];
}

/** Skipping it is a finding of its own. */
const isSkippedNow = (name: string, pairs: TreeComparison['tests']['pairs']): boolean =>
  pairs.some(({ before, after }) => !before.test.skip && after.test.skip && name.endsWith(before.test.name));
