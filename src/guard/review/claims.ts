import type { Assertion, FileModel } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import { importsOf } from '../align/imports.ts';
import { commentHolding } from '../align/tests.ts';
import type { Hit } from '../finding/types.ts';
import { type Doubt, doubtIfSourceChanged, firstDoubt } from './doubt.ts';
import { addedLines, gainedMoreThanLost, testsOnlyLostLines } from './turnover.ts';

/** A single assertion follows its function more closely than a whole test does, and the other branch of its condition may make it. */
export const doubtRemovedAssertion: Doubt = (path, hit, comparison) => {
  if (hit.wasConditional === true) return 'But it was only asserted under a condition.';
  if (checkRemains(path, hit, comparison)) return 'But the check that made it is still used.';
  return firstDoubt(doubtIfSourceChanged, doubtIfTestsWritten)(path, hit, comparison);
};

/**
 * One assertion among others is often redundant: repeated, implied by the next one, or never reached. Several, or one that
 * was commented out, were disabled on purpose.
 */
export const doubtIfSingle: Doubt = (path, { before: at }, { tests }) => {
  const lost = tests.pairs.flatMap(({ before, after, assertions }) =>
    assertions.lost
      .filter((one) => one.strength > 0 && !isImplied(one, after.test.assertions))
      .map((claim) => ({ claim, before, after })),
  );
  const own = lost.find((one) => one.before.path === path && one.claim.line === at?.line);
  const isCommentedOut = own && commentHolding(own.after.file, own.claim.text.split(' '), own.before.file) !== null;
  return lost.length > 1 || isCommentedOut ? null : "But the test's other assertions may say the same.";
};

/** Another assertion pins the whole value of which this one checked a part or the existence. */
const isImplied = (lost: Assertion, remaining: Assertion[]): boolean =>
  remaining.some(
    ({ kind, subject }) =>
      /^(strict-)?equal$/.test(kind) &&
      subject !== '' &&
      (lost.subject === subject || lost.subject.startsWith(`${subject} .`) || lost.subject.startsWith(`${subject} [`)),
  );

/** An assertion that still pins part of the value is often good enough. */
export const doubtIfPartlyPinned: Doubt = (_, { after: at }, { tests }) => {
  const now = tests.pairs
    .filter(({ after }) => after.path === at?.path)
    .flatMap(({ after }) => after.test.assertions)
    .find((one) => one.line === at?.line);
  return now && partial.test(now.kind) ? 'But it still pins part of the value.' : null;
};

const partial = /^(contains|matches|approx|length|throws-type|throws-message|custom)$/;

/** The custom check that made it still makes others. */
function checkRemains(path: string, { before: at }: Hit, { tests }: TreeComparison): boolean {
  const checkOf = (text: string): string | undefined => text.split(' (')[0];
  return tests.pairs.some(({ before, after }) => {
    const lost = before.path === path ? before.test.assertions.find((one) => one.line === at?.line) : undefined;
    return lost?.kind === 'custom' && after.test.assertions.some((one) => checkOf(one.text) === checkOf(lost.text));
  });
}

/** If the tests gained lines while an assertion was removed, it was usually replaced. */
const doubtIfTestsWritten: Doubt = (_, __, comparison) =>
  testsOnlyLostLines(comparison) ? null : 'But something added to the tests may replace it.';

/** A reworded assertion is as often equal as weaker. Nobody rewords only one of many to follow a new style. */
export const doubtIfManyLines: Doubt = (_, __, comparison) =>
  addedLines('tests', comparison) > 2 ? 'But more of the tests was reworded.' : null;

/** With changed source, new assertions or another library, the same may be asserted in another form. */
export const doubtIfRewritten: Doubt = (path, hit, comparison) =>
  hit.hasNewAssertions === true
    ? 'But the test may assert as much in another form.'
    : firstDoubt(doubtIfImportsChanged, doubtIfSourceChanged)(path, hit, comparison);

export const doubtIfImportsChanged: Doubt = (path, _, { files }) =>
  files.some(({ oldPath, before, after }) => oldPath === path && before && after && modules(before) !== modules(after))
    ? 'But its file imports other modules, which may assert it.'
    : null;

/** The modules a file imports from. */
const modules = (file: FileModel): string =>
  [...new Set(importsOf(file).map((text) => moduleOf(text.trim())))].sort().join();

const moduleOf = (text: string): string =>
  /["'`]([^"'`]+)["'`][);\s]*$/.exec(text)?.[1] ??
  /^from\s+(\S+)/.exec(text)?.[1] ??
  text.replace(/^(?:pub )?(?:import(?: static)?|use)\s+/, '').replace(/(?:\.|::)[^.:]*$/, '');

/**
 * A test that no longer asserts anything: a function that it newly calls may do it. In that case nothing else may have
 * been added to the tests.
 */
export const doubtGuttedTest: Doubt = (path, hit, comparison) => {
  const pair = comparison.tests.pairs.find(
    ({ after }) => after.path === hit.after?.path && after.test.line === hit.after.line,
  );
  const calls = [...(pair?.after.test.calls ?? [])];
  if (calls.length > 0 && pair?.before.test.assertions.every((one) => one.subject === 'should_panic'))
    return 'But it now asserts that nothing panics.';
  if (calls.length === 0) return doubtIfMoreWritten(path, hit, comparison);
  const isSilent = calls.every(
    (name) => pair?.before.test.calls.has(name) || /^(print|log|info|debug|println|warn)\w*$/i.test(name),
  );
  return firstDoubt(doubtIfSourceChanged, isSilent ? doubtIfMoreWritten : doubtIfTestsWritten)(path, hit, comparison);
};

const doubtIfMoreWritten: Doubt = (path, _, comparison) =>
  gainedMoreThanLost(path, comparison) ? 'But more was added to its file than removed.' : null;
