import { isHeldBack, type LostTest } from '../align/tests.ts';
import type { Comparison } from '../compare.ts';
import { isExchangedInUse } from '../in-use.ts';
import type { TestCase } from '../model.ts';
import { isExtended, isFileWorkedOver } from '../taken-away.ts';
import { quoted } from '../tree.ts';
import type { Change } from '../types.ts';
import { type Doubt, unlessTakenAway } from './doubt.ts';

/** Rows of a test that ran only somewhere. */
export const unlessRowsTaken: Doubt = (path, hit, comparison) =>
  comparison.tests.pairs.some(
    ({ before }) => before.path === path && before.test.line === hit.before?.line && before.test.skip !== null,
  )
    ? 'But its test ran only where a condition held.'
    : unlessTestsTaken(path, hit, comparison);

/** Where functions grew, tests that go follow what the product now does as often as they hide it. */
export const unlessTestsTaken: Doubt = (path, hit, comparison) => {
  const { lost, added } = comparison.tests;
  const found = lost.find((one) => one.path === path && one.test.line === hit.before?.line);
  const test = found?.test;
  if (found?.loosely && found.explained !== null) return '';
  if (found && isHeirless(found, comparison)) return 'But its class is abstract, and no class was made from it.';
  if (isAnnounced(comparison)) return 'But what the change takes from the source was announced as deprecated.';
  const gone = lost.filter((one) => one.path === path && one.fate === found?.fate && one.explained === null);
  if (gone.length > 0 && gone.every((one) => one.test.skip?.kind === 'expected-failure'))
    return 'But it was expected to fail.';
  if (gone.length > 0 && gone.every((one) => one.test.skip !== null || isGuarded(one.test)))
    return 'But it ran only where a condition held.';
  if (gone.length > 0 && gone.every((one) => one.test.assertions.length === 0)) return 'But it claimed nothing itself.';
  if (test && test.name.length > 12 && added.some((one) => one.test.name === test.name && !isHeldBack(one.test)))
    return 'But a test of its name came in another place.';
  const subjects = comparison.functions.lost.filter(
    (one) => one.file.role === 'source' && gone.some(({ test }) => test.calls.has(one.function.name)),
  );
  if (subjects.length > 0 && isExchangedInUse(subjects, comparison))
    return 'But what used the function that it tested calls something else now.';
  return isExtended(comparison)
    ? 'But the source that stood there was extended, and may do something else now.'
    : unlessTakenAway('tests')(path, hit, comparison);
};

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
