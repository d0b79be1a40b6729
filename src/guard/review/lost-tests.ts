import { callsNewCode } from '../align/new-code.ts';
import { isPlainLoss } from '../align/rewritten-files.ts';
import { isHeldBack, type LostTest } from '../align/tests.ts';
import type { Comparison } from '../compare.ts';
import { isExchangedInUse } from '../in-use.ts';
import type { TestCase } from '../model.ts';
import { isExtended, isFileWorkedOver } from '../taken-away.ts';
import { quoted } from '../tree.ts';
import type { Change } from '../types.ts';
import { type Doubt, unlessTakenAway } from './doubt.ts';

/** Rows, or their whole test, that ran only somewhere, and rows that another list has. */
export const unlessRowsTaken: Doubt = (path, hit, comparison) => {
  const test = comparison.tests.pairs.find(
    ({ before }) => before.path === path && before.test.line === hit.before?.line,
  )?.before.test;
  if (hit.conditional === true || (test && test.skip !== null)) return 'But they ran only where a condition held.';
  if (hit.parked === true) return 'But they came to another list of the tests.';
  return unlessTestsTaken(path, hit, comparison);
};

interface Loss {
  /** The test of the finding. */
  found: LostTest | undefined;
  /** All that went in the same way from its file, unexplained. */
  gone: LostTest[];
  comparison: Comparison;
}

/** What makes the loss of tests no loss beyond doubt, each with its sentence; empty where the finding says it already. */
const excuses: [why: string, holds: (loss: Loss) => boolean][] = [
  ['', ({ found }) => found?.loosely === true && found.explained !== null],
  [
    'But its class is abstract, and no class was made from it.',
    ({ found, comparison }) => found !== undefined && isHeirless(found, comparison),
  ],
  [
    'But what the change takes from the source was announced as deprecated.',
    ({ comparison }) => isAnnounced(comparison),
  ],
  ['But it was expected to fail.', (loss) => areAll(loss, ({ skip }) => skip?.kind === 'expected-failure')],
  ['But it ran only where a condition held.', (loss) => areAll(loss, (test) => test.skip !== null || isGuarded(test))],
  ['But it claimed nothing itself.', (loss) => areAll(loss, ({ assertions }) => assertions.length === 0)],
  ['But its file gained as many claims as went.', isMadeUp],
  ['But a test of its name came in another place.', isNamedAgain],
  ['But what used the function that it tested calls something else now.', isOfExchanged],
  [
    'But the source that stood there was extended, and may do something else now.',
    ({ comparison }) => isExtended(comparison),
  ],
];

/** Where functions grew, tests that go follow what the product now does as often as they hide it. */
export const unlessTestsTaken: Doubt = (path, hit, comparison) => {
  const { lost } = comparison.tests;
  const found = lost.find((one) => one.path === path && one.test.line === hit.before?.line);
  const gone = lost.filter((one) => one.path === path && one.fate === found?.fate && one.explained === null);
  const excuse = excuses.find(([, holds]) => holds({ found, gone, comparison }));
  return excuse ? excuse[0] : unlessTakenAway('tests')(path, hit, comparison);
};

const areAll = ({ gone }: Loss, holds: (test: TestCase) => boolean): boolean =>
  gone.length > 0 && gone.every((one) => holds(one.test));

function isMadeUp({ found, gone, comparison: { tests, functions } }: Loss): boolean {
  return found?.fate === 'gone' && gone.length > 0 && !isPlainLoss(gone, tests, callsNewCode(functions.added));
}

function isNamedAgain({ found, comparison }: Loss): boolean {
  const name = found?.test.name ?? '';
  return name.length > 12 && comparison.tests.added.some((one) => one.test.name === name && !isHeldBack(one.test));
}

function isOfExchanged({ gone, comparison }: Loss): boolean {
  const subjects = comparison.functions.lost.filter(
    (one) => one.file.role === 'source' && gone.some(({ test }) => test.calls.has(one.function.name)),
  );
  return subjects.length > 0 && isExchangedInUse(subjects, comparison);
}

/** Each of its claims stands under a condition. */
const isGuarded = ({ assertions }: TestCase): boolean =>
  assertions.length > 0 && assertions.every((one) => one.conditions.length > 0);

const announced = new WeakMap<Comparison, boolean>();

/** Lines that call something deprecated are gone from the source, and none came. */
function isAnnounced(comparison: Comparison): boolean {
  const times = (side: 'before' | 'after'): number =>
    comparison.files.reduce(
      (sum, pair) => sum + (pair[side]?.role === 'source' ? (pair[side].source.match(/deprecat/gi)?.length ?? 0) : 0),
      0,
    );
  const found = announced.get(comparison) ?? times('after') < times('before');
  announced.set(comparison, found);
  return found;
}

/** Java: the tests of an abstract class run in those made from it; where none changes and the project still builds, there was none. */
function isHeirless({ test, file }: LostTest, { files }: Comparison): boolean {
  const own = test.suite.at(-1);
  return (
    file.language === 'java' &&
    own !== undefined &&
    new RegExp(`\\babstract\\s+class\\s+${quoted(own)}\\b`).test(file.source) &&
    files.every((pair) => pair.after?.identifiers.has(own) !== true) &&
    files.every((pair) => !new RegExp(`\\bextends\\s+${quoted(own)}\\b`).test(pair.before?.source ?? ''))
  );
}

export const unlessConditional: Doubt = (_, { conditional }) =>
  conditional === true ? 'But it ran only where a condition held.' : null;

/** A comment may be left over from what the rewritten file tests in other words. */
export const unlessLeftOver: Doubt = (path, _, comparison) =>
  isFileWorkedOver(path, 'tests', comparison)
    ? 'But its file was rewritten, which may test the same in other words.'
    : null;

/** In another file a rule of the project's own may find it, a type below may inherit it, and a macro of Rust may write out the test that it is given. */
export const unlessElsewhere: Doubt = (path, { after, names, before, excerptAfter = '' }, { files, tests, input }) => {
  if (after && after.path !== path) return 'But its new file may be read by other rules.';
  const file = files.find((one) => one.path === after?.path)?.after;
  if (/@\w*Test\w*/.test(excerptAfter)) return 'But the mark that it bears may be made of one that the runner knows.';
  const suite = tests.lost.find((one) => one.path === path && one.test.line === before?.line)?.test.suite.at(-1);
  const base = new RegExp(`\\bclass\\s+${quoted(suite ?? '')}\\s+extends\\b`);
  const stood = files.find((one) => one.oldPath === path)?.before;
  if (/\.java$/.test(path) && suite && base.test(file?.source ?? '') && !base.test(stood?.source ?? ''))
    return 'But its class has a base now that may make it one.';
  if (
    suite &&
    new RegExp(`\\bclass\\s+\\w+\\s*(?:\\(|extends\\b)[^:{]*\\b${quoted(suite)}\\b`).test(file?.source ?? '')
  )
    return 'But a type that inherits it may run it.';
  const tokens = file?.tokens ?? [];
  if (/\.rs$/.test(path) && isWithoutHarness(input.changes)) return 'But its file newly runs without the harness.';
  const isMarked = tokens.some((token, i) => token === names?.[0] && tokens.slice(i - 3, i).join(' ') === 'test ] fn');
  return isMarked ? 'But the macro that it stands in may make it one.' : null;
};

/** Cargo: the file is a program then, whose `main` is the test. */
const isWithoutHarness = (changes: Change[]): boolean =>
  changes.some(({ path, before, after }) => {
    const times = (text: string | null): number => text?.match(/^\s*harness\s*=\s*false/gm)?.length ?? 0;
    return /(^|\/)Cargo\.toml$/.test(path) && times(after) > times(before);
  });

/** Setting an outcome has no honest use. */
export const unlessFaked: Doubt = (_, { excerptAfter = '' }) =>
  /\boutcome\s*=\s*["']passed/.test(excerptAfter) ? null : 'But set-up of tests does such things honestly too.';
