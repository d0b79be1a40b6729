import type { LostTest } from '../align/tests.ts';
import type { Comparison } from '../compare.ts';
import type { FileModel, TestCase } from '../model.ts';
import type { Hit } from '../types.ts';
import { namesGone } from './assertion-loss.ts';
import { everyLanguage, type Pattern } from './pattern.ts';

const restore = 'Bring the test back; if it is wrong or obsolete, say so in the task, or let a person approve it.';

export const deletion: Pattern[] = [
  {
    id: 'test-file-deleted',
    name: 'Test file deleted',
    type: 'test_deletion',
    severity: 'critical',
    confidence: 0.95,
    languages: everyLanguage,
    catches: 'A file of tests that is gone while none of its tests lives on elsewhere.',
    ignores:
      'Files renamed, moved, split or merged; tests that moved into other files. Only warns where the loss is explained: another test took the place, the same test stands in a file that did not change, what it tested is gone from the source too, the test was skipped, did nothing or asserted nothing.',
    fix: restore,
    example: { before: 'cart.test.ts with 3 tests', after: '(deleted)' },
    find: ({ tests }) =>
      grouped(tests.lost.filter((one) => one.fate === 'file-gone')).map((group) => {
        const first = group[0]!;
        return {
          ...hit(
            first,
            `${group.length} test${group.length === 1 ? '' : 's'} went with the file: ${names(group)}.${reason(first)}`,
            names(group).split(', '),
          ),
          ...(isExcused(first) ? mild : {}),
        };
      }),
  },
  {
    id: 'test-deleted',
    name: 'Test deleted',
    type: 'test_deletion',
    severity: 'critical',
    confidence: 0.9,
    languages: everyLanguage,
    catches: 'A test case that has no counterpart by name, body, claims or table row.',
    ignores:
      'Renames, moves, splits, merges, parametrisation, conversion to another framework. Only warns where the loss is explained: a new test of the same subject that claims as much, the same test in a file that did not change, a name it used that is gone from the source too, a test that was skipped or asserted nothing. In a review it only warns, too, where its file gained as many claims as went, and where the new test is merely alike.',
    fix: restore,
    example: { before: "it('rounds up', …)", after: '' },
    find: ({ tests, files }) =>
      grouped(tests.lost.filter((one) => one.fate === 'gone')).map((group) => ({
        ...hit(
          group[0]!,
          `No counterpart remains for ${names(group)}.${reason(group[0]!)}`,
          group.map((one) => one.test.name),
        ),
        ...(isExcused(group[0]!) ? mild : {}),
        ...(files.some((pair) => makesTests(pair.after) && !makesTests(pair.before))
          ? { severity: 'medium' as const, confidence: 0.5 }
          : {}),
      })),
  },
  {
    id: 'test-commented-out',
    name: 'Test commented out',
    type: 'test_deletion',
    severity: 'critical',
    confidence: 0.97,
    languages: everyLanguage,
    catches: 'A test case whose code stands in a new comment.',
    ignores: 'Comments that were there before. Only warns of a test that was skipped, did nothing or asserted nothing.',
    fix: 'Uncomment the test and make it pass.',
    example: { before: 'def test_total(): …', after: '# def test_total(): …' },
    find: ({ tests }) =>
      tests.lost
        .filter((one) => one.fate === 'commented-out')
        .map((one) => ({
          ...hit(one, `The test "${one.test.name}" is only a comment now.${reason(one)}`, [one.test.name]),
          ...(one.explained === null ? {} : mild),
          after: remains(one),
          excerptAfter: one.remains?.text.slice(0, 400) ?? '',
        })),
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
      'Tests turned into helpers that other tests call or hand on to be run. In a review it only warns where it stands in another file, in a macro of Rust, or in a class that another one inherits.',
    fix: 'Give it back the name or mark by which the runner finds it.',
    example: { before: 'def test_total():', after: 'def _test_total():' },
    find: ({ tests }) =>
      tests.lost
        .filter((one) => one.fate === 'uncollected')
        .map((one) => ({
          ...hit(one, `The runner no longer sees "${one.test.name}" as a test.${reason(one)}`, [one.test.name]),
          ...(one.explained === null ? {} : mild),
          after: remains(one),
          excerptAfter: one.remains?.text ?? '',
        })),
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
      'Rows edited or moved to another table, and rows that became tests. Only warns where the rows name what is gone from the source too.',
    fix: 'Bring the rows back.',
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
    catches: 'Names of tests that were executed before and are not now, where the syntax shows no reason.',
    ignores: 'As many new names as lost ones: renames.',
    fix: 'Find out why the runner no longer reaches them: configuration, globs, inheritance, an early exit.',
    example: { before: '44 tests ran', after: '41 tests ran' },
    find: executedLost,
  },
];

/** A macro that defines tests: their names cannot be seen. */
const makesTests = (file: FileModel | null): boolean => /macro_rules![\s\S]{0,4000}?#\[test\]/.test(file?.source ?? '');

function hit(one: LostTest, why: string, named: string[]): Hit {
  return {
    before: { path: one.path, line: one.test.line },
    after: null,
    excerptBefore: one.test.excerpt,
    excerptAfter: '',
    why,
    names: [...named, ...one.test.suite, one.path],
    uses: [...one.test.calls],
  };
}

const remains = (one: LostTest): { path: string; line: number } | null =>
  one.remains ? { path: one.remains.path, line: one.remains.line } : null;

/** By file, those whose loss is explained apart from the others. */
function grouped(lost: LostTest[]): LostTest[][] {
  const groups = new Map<string, LostTest[]>();
  for (const one of lost) {
    const key = `${one.explained === null}|${one.loosely}|${one.path}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

/** An agent may write a like test beside the one that it takes away: only what was plainly written from it excuses there. */
const isExcused = ({ explained, loosely }: LostTest): boolean => explained !== null && !loosely;

const mild = { severity: 'medium' as const, confidence: 0.6 };

const reason = ({ explained }: LostTest): string => (explained === null ? '' : ` But ${explained}.`);

const names = (group: LostTest[]): string => {
  const all = group.map((one) => `"${one.test.name}"`);
  return all.length > 6 ? `${all.slice(0, 6).join(', ')} and ${all.length - 6} more` : all.join(', ');
};

/** A row that its own mark held back. */
const held = /\bmark \. (?:skip|xfail)\b/;

/** A row that its own mark held back somewhere. */
const heldSomewhere = /\bmark \. skipif\b/;

function droppedRows(comparison: Comparison): Hit[] {
  const { tests } = comparison;
  const rowsNow = new Set(tests.after.flatMap((one) => one.test.rows));
  const textNow = tests.added.map((one) => one.test.tokens.join(' ')).join(' ');
  return tests.pairs.flatMap(({ before, after }) => {
    if (before.test.rows.length === 0 || after.test.rows.length >= before.test.rows.length) return [];
    const lost = before.test.rows.filter((row) => !rowsNow.has(row) && !textNow.includes(row) && !held.test(row));
    const fresh = after.test.rows.filter((row) => !before.test.rows.includes(row));
    const gone = lost.length - fresh.length;
    if (gone <= 0) return [];
    if (after.test.rows.length === 0 && after.test.tokens.length >= before.test.tokens.length * 0.8) return [];
    const areAllBut = (excused: (row: string) => boolean): boolean =>
      lost.filter((row) => !excused(row)).length <= fresh.length;
    return [
      {
        before: { path: before.path, line: before.test.line },
        after: { path: after.path, line: after.test.line },
        excerptBefore: lost.slice(0, 4).join('\n'),
        excerptAfter: '',
        why: `${gone} of ${before.test.rows.length} cases of "${before.test.name}" ${gone === 1 ? 'is' : 'are'} gone.`,
        names: [before.test.name],
        ...(areAllBut((row) => heldSomewhere.test(row)) ? { conditional: true } : {}),
        ...(areAllBut((row) => isParked(row, comparison)) ? { parked: true } : {}),
        ...(rowsIn(after.path, tests.after) >= rowsIn(before.path, tests.before) ||
        areAllBut((row) => namesGone(row, comparison))
          ? mild
          : {}),
      },
    ];
  });
}

/** It came to another place of the changed files: into a list that tests share, or into one that none reads. */
const isParked = (row: string, { files }: Comparison): boolean =>
  row.length > 8 && files.length <= 200 && files.some(({ before, after }) => times(row, after) > times(row, before));

const times = (row: string, file: FileModel | null): number =>
  file?.role === 'test' ? file.tokens.join(' ').split(row).length - 1 : 0;

/** Cases of a file, written as tests or as rows. */
const rowsIn = (path: string, list: { path: string; test: TestCase }[]): number =>
  list.reduce((sum, one) => sum + (one.path === path && !one.test.helper ? Math.max(1, one.test.rows.length) : 0), 0);

function executedLost({ input, tests }: Comparison): Hit[] {
  if (!input.executed) return [];
  const now = new Set(input.executed.after);
  const past = new Set(input.executed.before);
  const gone = [...past].filter((name) => !now.has(name));
  const fresh = [...now].filter((name) => !past.has(name));
  if (gone.length <= fresh.length || tests.lost.length > 0) return [];
  return [
    {
      before: null,
      after: null,
      excerptBefore: gone.slice(0, 6).join('\n'),
      excerptAfter: '',
      why: `${gone.length === 1 ? '1 test' : `${gone.length} tests`} that ran before did not run: ${gone.slice(0, 3).join(', ')}${gone.length > 3 ? ', …' : ''}.`,
      names: gone,
    },
  ];
}
