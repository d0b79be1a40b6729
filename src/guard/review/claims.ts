import { commentHolding } from '../align/tests.ts';
import type { Comparison } from '../compare.ts';
import { importsOf } from '../imports.ts';
import type { Assertion, FileModel } from '../model.ts';
import { isOnlyTaken, isOutweighed, writtenTo } from '../taken-away.ts';
import type { Hit } from '../types.ts';
import { type Doubt, either, unlessSourceChanged } from './doubt.ts';

/** A single claim follows its function more closely than a whole test does, and the other arm of its condition may make it. */
export const unlessClaimTaken: Doubt = (path, hit, comparison) => {
  if (hit.conditional === true) return 'But it was claimed under a condition only.';
  if (isStillAsked(path, hit, comparison)) return 'But the check that made it still makes others.';
  return either(unlessSourceChanged, unlessOnlyTaken)(path, hit, comparison);
};

/** One claim among others is often one too many: said twice, implied by the next, or never reached. Several, or one that is kept as a comment, were held back. */
export const unlessSeveral: Doubt = (path, { before: at }, { tests }) => {
  const lost = tests.pairs.flatMap(({ before, after, assertions }) =>
    assertions.lost
      .filter((one) => one.strength > 0 && !isImplied(one, after.test.assertions))
      .map((claim) => ({ claim, before, after })),
  );
  const own = lost.find((one) => one.before.path === path && one.claim.line === at?.line);
  const isKept = own && commentHolding(own.after.file, own.claim.text.split(' '), own.before.file) !== null;
  return lost.length > 1 || isKept ? null : 'But the test makes its other claims, which may say the same.';
};

/** The whole value is still pinned of which it asked a part, or that it is there. */
const isImplied = (lost: Assertion, kept: Assertion[]): boolean =>
  kept.some(
    ({ kind, subject }) =>
      /^(strict-)?equal$/.test(kind) &&
      subject !== '' &&
      (lost.subject === subject || lost.subject.startsWith(`${subject} .`) || lost.subject.startsWith(`${subject} [`)),
  );

/** What still pins a part of the value is often as good. */
export const unlessHollow: Doubt = (_, { after: at }, { tests }) => {
  const now = tests.pairs
    .filter(({ after }) => after.path === at?.path)
    .flatMap(({ after }) => after.test.assertions)
    .find((one) => one.line === at?.line);
  return now && partial.test(now.kind) ? 'But it still pins a part of it.' : null;
};

const partial = /^(contains|matches|approx|length|throws-type|throws-message|custom)$/;

/** The test's own check that made it still makes others. */
function isStillAsked(path: string, { before: at }: Hit, { tests }: Comparison): boolean {
  const checkOf = (text: string): string | undefined => text.split(' (')[0];
  return tests.pairs.some(({ before, after }) => {
    const lost = before.path === path ? before.test.assertions.find((one) => one.line === at?.line) : undefined;
    return lost?.kind === 'custom' && after.test.assertions.some((one) => checkOf(one.text) === checkOf(lost.text));
  });
}

/** Whoever writes to the tests while a claim goes has mostly made it in another way. */
const unlessOnlyTaken: Doubt = (_, __, comparison) =>
  isOnlyTaken(comparison) ? null : 'But something was written to the tests that may stand for it.';

/** A claim in other words is as often equal as it is weaker, and nobody changes only one of many to fit a new style. */
export const unlessFewLines: Doubt = (_, __, comparison) =>
  writtenTo('tests', comparison) > 2 ? 'But more of the tests was written in other words.' : null;

/** With changed source, among new claims or with another library, the same may be claimed in other words. */
export const unlessRewritten: Doubt = (path, hit, comparison) =>
  hit.amongNew === true
    ? 'But the test may claim as much in other words.'
    : either(unlessConverted, unlessSourceChanged)(path, hit, comparison);

export const unlessConverted: Doubt = (path, _, { files }) =>
  files.some(({ oldPath, before, after }) => oldPath === path && before && after && modules(before) !== modules(after))
    ? 'But its file takes from other modules, in whose words it may be claimed.'
    : null;

/** Where a file takes things from, whatever it takes. */
const modules = (file: FileModel): string =>
  [...new Set(importsOf(file).map((text) => moduleOf(text.trim())))].sort().join();

const moduleOf = (text: string): string =>
  /["'`]([^"'`]+)["'`][);\s]*$/.exec(text)?.[1] ??
  /^from\s+(\S+)/.exec(text)?.[1] ??
  text.replace(/^(?:pub )?(?:import(?: static)?|use)\s+/, '').replace(/(?:\.|::)[^.:]*$/, '');

/** A test that no longer claims anything: what it newly calls may make the claim, and then nothing else may have been written to the tests. */
export const unlessGutted: Doubt = (path, hit, comparison) => {
  const pair = comparison.tests.pairs.find(
    ({ after }) => after.path === hit.after?.path && after.test.line === hit.after.line,
  );
  const calls = [...(pair?.after.test.calls ?? [])];
  if (calls.length > 0 && pair?.before.test.assertions.every((one) => one.subject === 'should_panic'))
    return 'But it now claims that nothing panics.';
  if (calls.length === 0) return unlessOutweighed(path, hit, comparison);
  const isSilent = calls.every(
    (name) => pair?.before.test.calls.has(name) || /^(print|log|info|debug|println|warn)\w*$/i.test(name),
  );
  return either(unlessSourceChanged, isSilent ? unlessOutweighed : unlessOnlyTaken)(path, hit, comparison);
};

const unlessOutweighed: Doubt = (path, _, comparison) =>
  isOutweighed(path, comparison) ? 'But more was written in its file than went.' : null;
