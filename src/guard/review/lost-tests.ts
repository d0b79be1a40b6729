import type { FileModel, TestCase } from '../../syntax/model.ts';
import { quoted } from '../../syntax/tree.ts';
import type { TreeComparison } from '../align/compare.ts';
import { callsNewCode } from '../align/new-code.ts';
import { pathOf, type Question } from '../align/question.ts';
import { isPlainLoss } from '../align/rewritten-files.ts';
import { isDisabled, type LostTest } from '../align/tests.ts';
import { hasCircumstance } from '../finding/circumstances.ts';
import type { Loss } from '../finding/types.ts';

/** Rows, or a whole test, that ran only under a condition. */
export const wereRowsConditional: Question = (loss, { tests }) => {
  const pair = tests.pairs.find(
    ({ before }) => before.path === pathOf(loss) && before.test.line === loss.place.before?.line,
  );
  return hasCircumstance(loss, 'was-conditional') || (pair !== undefined && pair.before.test.skip !== null);
};

/** The test of the finding. */
const foundTest = (loss: Loss, { tests }: TreeComparison): LostTest | undefined =>
  tests.lost.find((one) => one.path === pathOf(loss) && one.test.line === loss.place.before?.line);

/** All unexplained losses of the same kind in its file. */
function lossesLike(loss: Loss, comparison: TreeComparison): LostTest[] {
  const fate = foundTest(loss, comparison)?.fate;
  return comparison.tests.lost.filter(
    (one) => one.path === pathOf(loss) && one.fate === fate && one.explained === null,
  );
}

const everyLoss =
  (holds: (test: TestCase) => boolean): Question =>
  (loss, comparison) => {
    const losses = lossesLike(loss, comparison);
    return losses.length > 0 && losses.every((one) => holds(one.test));
  };

export const isLooselyExplained: Question = (loss, comparison) => {
  const found = foundTest(loss, comparison);
  return found?.loosely === true && found.explained !== null;
};

export const ranConditionally = everyLoss((test) => test.skip !== null || isGuarded(test));

export const assertedNothing = everyLoss(({ assertions }) => assertions.length === 0);

/** Its file gained as many assertions as it lost. */
export const isCompensated: Question = (loss, comparison) => {
  const losses = lossesLike(loss, comparison);
  const { tests, functions } = comparison;
  return losses.length > 0 && losses[0]!.fate === 'gone' && !isPlainLoss(losses, tests, callsNewCode(functions.added));
};

export const isNamedAgain: Question = (loss, comparison) => {
  const name = foundTest(loss, comparison)?.test.name ?? '';
  return name.length > 12 && comparison.tests.added.some((one) => one.test.name === name && !isDisabled(one.test));
};

/** Every assertion is under a condition. */
const isGuarded = ({ assertions }: TestCase): boolean =>
  assertions.length > 0 && assertions.every((one) => one.conditions.length > 0);

const deprecationCache = new WeakMap<TreeComparison, boolean>();

/** The source has fewer mentions of "deprecated" than before. */
export const removesDeprecated: Question = (_, comparison) => {
  const times = (side: 'before' | 'after'): number =>
    comparison.files.reduce(
      (sum, pair) => sum + (pair[side]?.role === 'source' ? (pair[side].source.match(/deprecat/gi)?.length ?? 0) : 0),
      0,
    );
  const found = deprecationCache.get(comparison) ?? times('after') < times('before');
  deprecationCache.set(comparison, found);
  return found;
};

/** The last name of its suite. */
const suiteOf = (loss: Loss, comparison: TreeComparison): string | undefined =>
  foundTest(loss, comparison)?.test.suite.at(-1);

const fileNow = ({ place: { after } }: Loss, { files }: TreeComparison): FileModel | null | undefined =>
  files.find((one) => one.path === after?.path)?.after;

/** Other rules may apply to its new file. */
export const isInOtherFile: Question = (loss) => loss.place.after !== null && loss.place.after.path !== pathOf(loss);

/** Java: a new base class may make it a test. */
export const hasNewBase: Question = (loss, comparison) => {
  const path = pathOf(loss);
  const suite = suiteOf(loss, comparison);
  const base = new RegExp(`\\bclass\\s+${quoted(suite ?? '')}\\s+extends\\b`);
  const old = comparison.files.find((one) => one.oldPath === path)?.before;
  const now = fileNow(loss, comparison);
  return /\.java$/.test(path) && !!suite && base.test(now?.source ?? '') && !base.test(old?.source ?? '');
};

/** Setting a test outcome has no honest use; the rest, test set-up does too. */
export const setsNoOutcome: Question = ({ place }) => !/\boutcome\s*=\s*["']passed/.test(place.after?.text ?? '');
