import type { LostFunction } from './align/functions.ts';
import { isHeldBack, type LostTest } from './align/tests.ts';
import type { Comparison } from './compare.ts';
import { isWorkflow } from './config/facts.ts';
import { isExchangedInUse, wasUsed } from './in-use.ts';
import type { FileModel } from './model.ts';
import {
  isExtended,
  isFileWorkedOver,
  isOnlyTaken,
  isOutweighed,
  isRewritten,
  isTakenAway,
  isWorkedOver,
  type Side,
  writtenTo,
} from './taken-away.ts';
import { importsOf, takenOverBy } from './taken-over.ts';
import { quoted } from './tree.ts';
import type { Change, Finding, Hit } from './types.ts';

/**
 * What a finding is worth where other people's work is reviewed: there rewriting is daily and cheating rare, and a loss known only by what is
 * missing is most often a rewrite. It blocks where its side of the change was taken away, and warns otherwise. In a loop it blocks either way:
 * an agent is told to leave the checks alone, and what was honest a person approves.
 */
export function asReviewed(finding: Finding, hit: Hit, comparison: Comparison): Finding {
  if (finding.severity !== 'critical' && finding.severity !== 'high') return finding;
  const path = finding.before?.path ?? finding.after?.path ?? '';
  const doubt = example.test(path)
    ? 'But it is an example.'
    : generated.test(path)
      ? 'But it was made from other files.'
      : doubts[finding.pattern]?.(path, hit, comparison);
  return !doubt ? finding : { ...finding, severity: 'medium', why: `${finding.why} ${doubt}` };
}

/** Folders that show how the product is used. */
const example = /(^|[/_-])(examples?|samples?|demos?)([_-][^/]*)?\//;

/** Folders of what a tool writes. */
const generated = /(^|\/)([\w-]+[-_])?gen(erated)?([-_](src|sources|code))?\//;

type Doubt = (path: string, hit: Hit, comparison: Comparison) => string | null;

const unlessTakenAway =
  (side: Side): Doubt =>
  (path, _, comparison) =>
    isTakenAway(path, side, comparison) ? null : 'But much was written in the same change that may stand for it.';

/** A check that is held back in passing, while much is written around it, mostly goes over to another form; one that is meant is a small edit. */
const unlessWorkedOver =
  (side: Side): Doubt =>
  (path, _, comparison) =>
    isWorkedOver(path, side, comparison)
      ? 'But much was written around it, where it may be checked in another form.'
      : null;

/** A claim in other words is as often equal as it is weaker, and nobody changes only one of many to fit a new style. */
const unlessFewLines: Doubt = (_, __, comparison) =>
  writtenTo('tests', comparison) > 2 ? 'But more of the tests was written in other words.' : null;

/** The first doubt that holds. */
const either =
  (...all: Doubt[]): Doubt =>
  (path, hit, comparison) => {
    for (const doubt of all) {
      const why = doubt(path, hit, comparison);
      if (why !== null) return why;
    }
    return null;
  };

/** Rows of a test that ran only somewhere. */
const unlessRowsTaken: Doubt = (path, hit, comparison) =>
  comparison.tests.pairs.some(
    ({ before }) => before.path === path && before.test.line === hit.before?.line && before.test.skip !== null,
  )
    ? 'But its test ran only where a condition held.'
    : unlessTestsTaken(path, hit, comparison);

/** Where functions grew, tests that go follow what the product now does as often as they hide it. */
const unlessTestsTaken: Doubt = (path, hit, comparison) => {
  const { lost, added } = comparison.tests;
  const found = lost.find((one) => one.path === path && one.test.line === hit.before?.line);
  const test = found?.test;
  if (found && isHeirless(found, comparison)) return 'But its class is abstract, and no class was made from it.';
  if (isAnnounced(comparison)) return 'But what the change takes from the source was announced as deprecated.';
  const gone = lost.filter((one) => one.path === path && one.fate === found?.fate && one.explained === null);
  if (gone.length > 0 && gone.every((one) => one.test.skip?.kind === 'expected-failure'))
    return 'But it was expected to fail.';
  if (gone.length > 0 && gone.every((one) => one.test.skip !== null)) return 'But it ran only where a condition held.';
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

/** Lines that call something deprecated are gone from the source, and none came. */
function isAnnounced({ files }: Comparison): boolean {
  const times = (side: 'before' | 'after'): number =>
    files.reduce(
      (sum, pair) => sum + (pair[side]?.role === 'source' ? (pair[side].source.match(/deprecat/gi)?.length ?? 0) : 0),
      0,
    );
  return times('after') < times('before');
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

/** A single claim follows its function more closely than a whole test does, and the other arm of its condition may make it. */
const unlessClaimTaken: Doubt = (path, hit, comparison) => {
  if (hit.conditional === true) return 'But it was claimed under a condition only.';
  return either(unlessSourceChanged, unlessOnlyTaken)(path, hit, comparison);
};

/** Whoever writes to the tests while a claim goes has mostly made it in another way. */
const unlessOnlyTaken: Doubt = (_, __, comparison) =>
  isOnlyTaken(comparison) ? null : 'But something was written to the tests that may stand for it.';

const unlessConditional: Doubt = (_, { conditional }) =>
  conditional === true ? 'But it ran only where a condition held.' : null;

const unlessWithTests: Doubt = (path, hit, comparison) => {
  if (hit.testsGone !== true) return 'But no test of it went with it.';
  return takenOverBy(path, hit, comparison) ?? unlessTakenAway('source')(path, hit, comparison);
};

const lostAt = (path: string, { before }: Hit, { functions }: Comparison): LostFunction[] =>
  functions.lost.filter((one) => one.path === path && (one.fate === 'file-gone' || one.function.line === before?.line));

/** Where it was used something else is called now. */
const unlessExchanged: Doubt = (path, hit, comparison) => {
  const lost = lostAt(path, hit, comparison);
  return lost.length > 0 && isExchangedInUse(lost, comparison) ? 'But what used it calls something else now.' : null;
};

/** A single function that only its tests called was often left over, and one that goes alone is mostly trimmed from what stays. */
const unlessFeature: Doubt = (path, hit, comparison) => {
  const lost = lostAt(path, hit, comparison);
  if (lost.length > 0 && !wasUsed(lost, comparison)) return 'But only its tests used it.';
  const all = comparison.functions.lost.filter((one) => one.file.role === 'source' && one.function.exported);
  return all.length > 1 ? null : 'But it went alone, and what stays may do its work.';
};

/** What runs by itself; whether anyone runs a script is not in the change. */
const unlessItself: Doubt = (path, hit, comparison) =>
  /(^|\/)(package\.json|Makefile|tox\.ini)$/.test(path)
    ? 'But perhaps nobody ran it.'
    : unlessTakenAway('other')(path, hit, comparison);

/** A workflow that is gone with all that another one runs; one that stands and lost its gate is another thing. */
const unlessRunElsewhere: Doubt = (path, { excerptBefore = '' }, { input }) => {
  const others = (input.contextFiles ?? []).filter((one) => isWorkflow(one.path)).map(({ content }) => content);
  const isGone = input.changes.some((one) => one.path === path && one.after === null);
  return isGone && excerptBefore.split('\n').every((line) => others.some((text) => text.includes(line)))
    ? 'But another workflow runs the same.'
    : null;
};

/** "Not implemented" needs no evidence, unless another type of the change does the work under the same name. */
const unlessPlaceholder: Doubt = (path, hit, comparison) =>
  /^(new|make|create|build)_?\w*err/i.test(hit.names?.[0] ?? '')
    ? 'But to make an error is its work.'
    : hit.testsGone !== undefined
      ? unlessWithTests(path, hit, comparison)
      : comparison.functions.added.some((one) => one.function.name === hit.names?.[0] && one.function.stub === null)
        ? 'But a function of its name came that works.'
        : null;

/** Nothing in the change tells the honest case from the other, and in people's work the honest one is the rule. */
const always =
  (why: string): Doubt =>
  () =>
    why;

const unlessLower: Doubt = (_, { excerptAfter = '' }) =>
  excerptAfter === '' ? 'But it may be asked for elsewhere.' : null;

/** What a command no longer says, the settings of its tool may say. */
const unlessToldElsewhere: Doubt = (_, { why }) =>
  /no longer treats warnings as errors/.test(why)
    ? 'But the tool may be told so in its settings.'
    : /its errors are not shown/.test(why)
      ? 'But it still fails.'
      : null;

const unlessTelling: Doubt = (_, { everyday }) =>
  everyday === true ? 'But a product asks for its own options in the same way.' : null;

const unlessNew: Doubt = (_, { isNew }) => (isNew === true ? 'But nothing that stood there lost by it.' : null);

/** A line of a program is no command of its own: what it did may be done by the lines around it. */
const unlessProgram: Doubt = (path) =>
  /\.(sh|bash|ps1)$/.test(path) ? 'But the script does more than this line.' : null;

/** A comment may be left over from what the rewritten file tests in other words. */
const unlessLeftOver: Doubt = (path, _, comparison) =>
  isFileWorkedOver(path, 'tests', comparison)
    ? 'But its file was rewritten, which may test the same in other words.'
    : null;

/** In another file a rule of the project's own may find it, a type below may inherit it, and a macro of Rust may write out the test that it is given. */
const unlessElsewhere: Doubt = (path, { after, names, before, excerptAfter = '' }, { files, tests, input }) => {
  if (after && after.path !== path) return 'But its new file may be read by other rules.';
  const file = files.find((one) => one.path === after?.path)?.after;
  if (/@\w*Test\w*/.test(excerptAfter)) return 'But the mark that it bears may be made of one that the runner knows.';
  const suite = tests.lost.find((one) => one.path === path && one.test.line === before?.line)?.test.suite.at(-1);
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

/** With changed source, among new claims or with another library, the same may be claimed in other words. */
const unlessRewritten: Doubt = (path, hit, comparison) =>
  hit.amongNew === true
    ? 'But the test newly claims other things.'
    : either(unlessConverted, unlessSourceChanged)(path, hit, comparison);

const unlessConverted: Doubt = (path, _, { files }) =>
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
const unlessGutted: Doubt = (path, hit, comparison) => {
  const pair = comparison.tests.pairs.find(
    ({ after }) => after.path === hit.after?.path && after.test.line === hit.after.line,
  );
  const calls = [...(pair?.after.test.calls ?? [])];
  return calls.every(
    (name) => pair?.before.test.calls.has(name) || /^(print|log|info|debug|println|warn)\w*$/i.test(name),
  )
    ? unlessOutweighed(path, hit, comparison)
    : either(unlessSourceChanged, unlessOnlyTaken)(path, hit, comparison);
};

const unlessOutweighed: Doubt = (path, _, comparison) =>
  isOutweighed(path, comparison) ? 'But more was written in its file than went.' : null;

/** Setting an outcome has no honest use. */
const unlessFaked: Doubt = (_, { excerptAfter = '' }) =>
  /\boutcome\s*=\s*["']passed/.test(excerptAfter) ? null : 'But set-up of tests does such things honestly too.';

const unlessSourceChanged: Doubt = (_, __, { sourceChanged }) =>
  sourceChanged ? 'But the source changed with it.' : null;

const doubts: Partial<Record<string, Doubt>> = {
  'test-file-deleted': unlessTestsTaken,
  'test-deleted': unlessTestsTaken,
  'test-rows-dropped': unlessRowsTaken,
  'test-commented-out': unlessLeftOver,
  'test-gutted': either(unlessWorkedOver('tests'), unlessGutted),
  'test-unreachable': unlessConditional,
  'assertion-swallowed': unlessWorkedOver('tests'),
  'assertion-removed': unlessClaimTaken,
  'assertion-weakened': either(unlessRewritten, unlessFewLines),
  'assertion-trivial': either(unlessConverted, unlessWorkedOver('tests')),
  'special-cased-tests': either(unlessTelling, unlessNew),
  'script-neutralised': either(unlessProgram, unlessWorkedOver('other')),
  'expectation-edited': always('But what it follows may have changed earlier or elsewhere.'),
  'test-expected-failure': either(unlessSourceChanged, unlessWorkedOver('tests')),
  'test-uncollected': either(unlessElsewhere, unlessWorkedOver('tests')),
  'test-focused': unlessNew,
  'tests-excluded': always('But another run may take them.'),
  'test-run-tampered': unlessFaked,
  'test-file-disabled': always('But a runner may be told to find it.'),
  'failure-ignored': either(unlessNew, unlessToldElsewhere, unlessWorkedOver('other')),
  'test-environment-branch': always('But whoever is run by tests may ask for them.'),
  'check-removed': either(unlessNew, unlessItself, unlessRunElsewhere),
  'strictness-lowered': either(unlessNew, unlessWorkedOver('other')),
  'lint-rule-off': always('But the configuration as a whole may ask for as much.'),
  'coverage-threshold-lowered': unlessLower,
  'coverage-excluded': always('But what it names was perhaps never measured.'),
  'suppression-file': always('But what it hides was perhaps never asked.'),
  'coverage-pragma': always('But what it names was perhaps never measured.'),
  'global-suppression': always('But it may hold for a single test.'),
  'feature-commented-out': unlessTakenAway('source'),
  'function-stubbed': unlessPlaceholder,
  'function-unreachable': unlessWithTests,
  'source-file-deleted': either(unlessExchanged, unlessWithTests),
  'export-removed': either(unlessFeature, unlessExchanged, unlessWithTests),
  'validation-removed': unlessWithTests,
  'throw-softened': unlessWithTests,
  'error-swallowed': unlessWithTests,
  'error-dropped': unlessWithTests,
};
