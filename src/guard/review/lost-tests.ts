import type { TestCase } from '../../syntax/model.ts';
import { quoted } from '../../syntax/tree.ts';
import type { TreeComparison } from '../align/compare.ts';
import { callsNewCode } from '../align/new-code.ts';
import { isPlainLoss } from '../align/rewritten-files.ts';
import { isDisabled, type LostTest } from '../align/tests.ts';
import type { Change } from '../finding/types.ts';
import { type Doubt, doubtIfReplaced } from './doubt.ts';
import { isReplacedInCallers } from './replaced-callers.ts';
import { isFileReworked, isSourceExtended } from './turnover.ts';

/** Rows, or a whole test, that ran only under a condition, and rows that another list has. */
export const doubtLostRows: Doubt = (path, hit, comparison) => {
  const test = comparison.tests.pairs.find(
    ({ before }) => before.path === path && before.test.line === hit.before?.line,
  )?.before.test;
  if (hit.wasConditional === true || (test && test.skip !== null)) return 'But they ran only under a condition.';
  if (hit.isMovedToOtherList === true) return 'But they moved to another list of the tests.';
  return doubtLostTests(path, hit, comparison);
};

interface Loss {
  /** The test of the finding. */
  found: LostTest | undefined;
  /** All unexplained losses of the same kind in its file. */
  losses: LostTest[];
  comparison: TreeComparison;
}

/** Reasons to doubt that losing the tests is a loss, each with its sentence; empty if the finding already says it. */
const excuses: [why: string, holds: (loss: Loss) => boolean][] = [
  ['', ({ found }) => found?.loosely === true && found.explained !== null],
  [
    'But its class is abstract and has no subclass.',
    ({ found, comparison }) => found !== undefined && hasNoSubclass(found, comparison),
  ],
  ['But the removed source was deprecated.', ({ comparison }) => removesDeprecated(comparison)],
  ['But it was expected to fail.', (loss) => everyLoss(loss, ({ skip }) => skip?.kind === 'expected-failure')],
  ['But it ran only under a condition.', (loss) => everyLoss(loss, (test) => test.skip !== null || isGuarded(test))],
  ['But it asserted nothing itself.', (loss) => everyLoss(loss, ({ assertions }) => assertions.length === 0)],
  ['But its file gained as many assertions as it lost.', isCompensated],
  ['But a test with its name was added elsewhere.', isNamedAgain],
  ['But the callers of the function it tested call something else now.', isSubjectReplaced],
  [
    'But existing source was extended, and may do something else now.',
    ({ comparison }) => isSourceExtended(comparison),
  ],
];

/** If functions grew, tests are removed because the product changed as often as to hide a failure. */
export const doubtLostTests: Doubt = (path, hit, comparison) => {
  const { lost } = comparison.tests;
  const found = lost.find((one) => one.path === path && one.test.line === hit.before?.line);
  const losses = lost.filter((one) => one.path === path && one.fate === found?.fate && one.explained === null);
  const excuse = excuses.find(([, holds]) => holds({ found, losses: losses, comparison }));
  return excuse ? excuse[0] : doubtIfReplaced('tests')(path, hit, comparison);
};

const everyLoss = ({ losses }: Loss, holds: (test: TestCase) => boolean): boolean =>
  losses.length > 0 && losses.every((one) => holds(one.test));

function isCompensated({ found, losses, comparison: { tests, functions } }: Loss): boolean {
  return found?.fate === 'gone' && losses.length > 0 && !isPlainLoss(losses, tests, callsNewCode(functions.added));
}

function isNamedAgain({ found, comparison }: Loss): boolean {
  const name = found?.test.name ?? '';
  return name.length > 12 && comparison.tests.added.some((one) => one.test.name === name && !isDisabled(one.test));
}

function isSubjectReplaced({ losses, comparison }: Loss): boolean {
  const subjects = comparison.functions.lost.filter(
    (one) => one.file.role === 'source' && losses.some(({ test }) => test.calls.has(one.function.name)),
  );
  return subjects.length > 0 && isReplacedInCallers(subjects, comparison);
}

/** Every assertion is under a condition. */
const isGuarded = ({ assertions }: TestCase): boolean =>
  assertions.length > 0 && assertions.every((one) => one.conditions.length > 0);

const deprecationCache = new WeakMap<TreeComparison, boolean>();

/** The source has fewer mentions of "deprecated" than before. */
function removesDeprecated(comparison: TreeComparison): boolean {
  const times = (side: 'before' | 'after'): number =>
    comparison.files.reduce(
      (sum, pair) => sum + (pair[side]?.role === 'source' ? (pair[side].source.match(/deprecat/gi)?.length ?? 0) : 0),
      0,
    );
  const found = deprecationCache.get(comparison) ?? times('after') < times('before');
  deprecationCache.set(comparison, found);
  return found;
}

/** Java: the tests of an abstract class run in its subclasses. If no subclass changed and the project still builds, there was none. */
function hasNoSubclass({ test, file }: LostTest, { files }: TreeComparison): boolean {
  const own = test.suite.at(-1);
  return (
    file.language === 'java' &&
    own !== undefined &&
    new RegExp(`\\babstract\\s+class\\s+${quoted(own)}\\b`).test(file.source) &&
    files.every((pair) => pair.after?.identifiers.has(own) !== true) &&
    files.every((pair) => !new RegExp(`\\bextends\\s+${quoted(own)}\\b`).test(pair.before?.source ?? ''))
  );
}

export const doubtIfConditional: Doubt = (_, { wasConditional }) =>
  wasConditional === true ? 'But it ran only under a condition.' : null;

/** The comment may be a leftover of a rewrite that tests the same in another form. */
export const doubtIfFileRewritten: Doubt = (path, _, comparison) =>
  isFileReworked(path, 'tests', comparison)
    ? 'But its file was rewritten, and may test the same in another form.'
    : null;

/** In another file a custom runner rule may find it, a subclass may inherit it, and a Rust macro may generate the test. */
export const doubtIfCollectedElsewhere: Doubt = (
  path,
  { after, names, before, excerptAfter = '' },
  { files, tests, input },
) => {
  if (after && after.path !== path) return 'But other rules may apply to its new file.';
  const file = files.find((one) => one.path === after?.path)?.after;
  if (/@\w*Test\w*/.test(excerptAfter)) return 'But its annotation may include one that the runner knows.';
  const suite = tests.lost.find((one) => one.path === path && one.test.line === before?.line)?.test.suite.at(-1);
  const base = new RegExp(`\\bclass\\s+${quoted(suite ?? '')}\\s+extends\\b`);
  const oldFile = files.find((one) => one.oldPath === path)?.before;
  if (/\.java$/.test(path) && suite && base.test(file?.source ?? '') && !base.test(oldFile?.source ?? ''))
    return 'But its class has a new base class, which may make it a test.';
  if (
    suite &&
    new RegExp(`\\bclass\\s+\\w+\\s*(?:\\(|extends\\b)[^:{]*\\b${quoted(suite)}\\b`).test(file?.source ?? '')
  )
    return 'But a subclass may run it.';
  const tokens = file?.tokens ?? [];
  if (/\.rs$/.test(path) && isWithoutHarness(input.changes)) return 'But its file now runs without the harness.';
  const isMarked = tokens.some((token, i) => token === names?.[0] && tokens.slice(i - 3, i).join(' ') === 'test ] fn');
  return isMarked ? 'But the macro around it may make it a test.' : null;
};

/** Cargo: the file is then a program whose `main` is the test. */
const isWithoutHarness = (changes: Change[]): boolean =>
  changes.some(({ path, before, after }) => {
    const times = (text: string | null): number => text?.match(/^\s*harness\s*=\s*false/gm)?.length ?? 0;
    return /(^|\/)Cargo\.toml$/.test(path) && times(after) > times(before);
  });

/** Setting a test outcome has no honest use. */
export const doubtUnlessOutcomeSet: Doubt = (_, { excerptAfter = '' }) =>
  /\boutcome\s*=\s*["']passed/.test(excerptAfter) ? null : 'But honest test set-up does this too.';
