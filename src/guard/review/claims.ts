import type { Assertion, FileModel } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import { importsOf } from '../align/imports.ts';
import { pathOf, type Question } from '../align/question.ts';
import { commentHolding, type TestPair } from '../align/tests.ts';
import type { Loss } from '../finding/types.ts';
import { addedLines, testsOnlyLostLines } from './turnover.ts';

/**
 * One assertion among others is often redundant: repeated, implied by the next one, or never reached. Several, or one that
 * was commented out, were disabled on purpose.
 */
export const isSingleAssertion: Question = (loss, { tests }) => {
  const path = pathOf(loss);
  const lost = tests.pairs.flatMap(({ before, after, assertions }) =>
    assertions.lost
      .filter((one) => one.strength > 0 && !isImplied(one, after.test.assertions))
      .map((claim) => ({ claim, before, after })),
  );
  const own = lost.find((one) => one.before.path === path && one.claim.line === loss.place.before?.line);
  const isCommentedOut = own && commentHolding(own.after.file, own.claim.text.split(' '), own.before.file) !== null;
  return lost.length <= 1 && !isCommentedOut;
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
export const isPartlyPinned: Question = ({ place: { after: at } }, { tests }) => {
  const now = tests.pairs
    .filter(({ after }) => after.path === at?.path)
    .flatMap(({ after }) => after.test.assertions)
    .find((one) => one.line === at?.line);
  return now !== undefined && partial.test(now.kind);
};

const partial = /^(contains|matches|approx|length|throws-type|throws-message|custom)$/;

/** If the tests gained lines while an assertion was removed, it was usually replaced. */
export const areTestsWritten: Question = (_, comparison) => !testsOnlyLostLines(comparison);

/** A reworded assertion is as often equal as weaker. Nobody rewords only one of many to follow a new style. */
export const isMoreReworded: Question = (_, comparison) => addedLines('tests', comparison) > 2;

/** With another library, the same may be asserted in another form. */
export const areImportsChanged: Question = (loss, { files }) =>
  files.some(
    ({ oldPath, before, after }) => oldPath === pathOf(loss) && before && after && modules(before) !== modules(after),
  );

/** The modules a file imports from. */
const modules = (file: FileModel): string =>
  [...new Set(importsOf(file).map((text) => moduleOf(text.trim())))].sort().join();

const moduleOf = (text: string): string =>
  /["'`]([^"'`]+)["'`][);\s]*$/.exec(text)?.[1] ??
  /^from\s+(\S+)/.exec(text)?.[1] ??
  text.replace(/^(?:pub )?(?:import(?: static)?|use)\s+/, '').replace(/(?:\.|::)[^.:]*$/, '');

const pairOf = (loss: Loss, { tests }: TreeComparison): TestPair | undefined =>
  tests.pairs.find(({ after }) => after.path === loss.place.after?.path && after.test.line === loss.place.after.line);

const callsOf = (pair: TestPair | undefined): string[] => [...(pair?.after.test.calls ?? [])];

/** A function that it newly calls may assert. */
const callsNewly = (pair: TestPair | undefined): boolean =>
  callsOf(pair).some(
    (name) => !pair!.before.test.calls.has(name) && !/^(print|log|info|debug|println|warn)\w*$/i.test(name),
  );

export const isSourceChangedBesideCalls: Question = (loss, comparison) =>
  comparison.sourceChanged && callsOf(pairOf(loss, comparison)).length > 0;

export const areTestsWrittenBesideCalls: Question = (loss, comparison) =>
  callsNewly(pairOf(loss, comparison)) && !testsOnlyLostLines(comparison);
