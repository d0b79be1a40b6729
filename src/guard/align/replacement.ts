import type { FileModel, TestCase } from '../../syntax/model.ts';
import type { Reason } from '../finding/reasons.ts';
import { frameworks } from '../vocabulary.ts';
import type { FilePair } from './files.ts';
import type { FunctionAlignment } from './functions.ts';
import { callsNewCode } from './new-code.ts';
import {
  isDistinctiveLiteral,
  isDistinctivelyRelated,
  nameWords,
  relatedness,
  significantCalls,
} from './relatedness.ts';
import { namesGone, subjectGone, textGone, typesGone } from './removed-subject.ts';
import { explainRewrittenFiles } from './rewritten-files.ts';
import { isSame, similarity } from './similarity.ts';
import { subjectStem } from './subject-stem.ts';
import { isDisabled, type LostTest, type PlacedTest, type TestAlignment } from './tests.ts';

/**
 * Sets the reason that explains the loss of a test, if there is one. An explained loss is reported but does not block: a
 * suite whose test was rewritten under another name is as strong as before.
 */
export function explainLosses(
  files: FilePair[],
  tests: TestAlignment,
  { lost, pairs, added }: FunctionAlignment,
  context: FileModel[],
): void {
  if (tests.lost.length === 0) return;
  const remainingNames = new Set([...pairs.map((pair) => pair.after), ...added].map((one) => one.function.name));
  const removedNames = new Set(
    lost.filter((one) => one.file.role === 'source').map((one) => one.function.name.replace(/^(get|set) /, '')),
  );
  for (const name of remainingNames) removedNames.delete(name);
  for (const name of [...typesGone(files), ...namesGone(files)]) removedNames.add(name);
  const old = withoutNewCode(tests, added);
  const budgets = budgetsOf(old);
  const common = commonCalls(tests);
  const search: Search = {
    budgets,
    tests: old,
    common,
    grows: keepsWeight(old, () => true),
    oldTestPaths: new Set(old.before.map((one) => one.path)),
    steady: new Map(),
    wide: tests.lost.length * budgets.length <= mostPairs,
  };
  for (const one of tests.lost) {
    if (one.fate === 'uncollected' || one.fate === 'commented-out') one.explained = provedNothing(one.test);
    if (one.fate !== 'gone' && one.fate !== 'file-gone') continue;
    const near = lost.filter((each) => each.file.role === 'source' && subjectStem(each.path) === subjectStem(one.path));
    const subjects = new Set([...removedNames, ...near.map((each) => each.function.name)]);
    one.explained =
      provedNothing(one.test) ??
      twinOf(one.test, context) ??
      duplicateOf(one.test, tests.after) ??
      becameSuite(one, tests.after) ??
      subjectGone(one.test, subjects) ??
      textGone(one.test, files) ??
      inherited(one, files, tests.after, context) ??
      replacedBy(one, search);
  }
  explainRewrittenFiles(old, (test) => [...significantCalls(test), ...[...test.literals].filter(isDistinctiveLiteral)]);
}

/** The tests without those written for new code, as these replace nothing that existed. */
function withoutNewCode(tests: TestAlignment, functions: FunctionAlignment['added']): TestAlignment {
  const isNew = callsNewCode(functions);
  const fresh = new Set(tests.added.filter((one) => isNew(one.test)));
  return {
    ...tests,
    added: tests.added.filter((one) => !fresh.has(one)),
    after: tests.after.filter((one) => !fresh.has(one)),
  };
}

function provedNothing({ skip, assertions, calls }: TestCase): Reason | null {
  if (skip && (skip.kind === 'skip' || skip.kind === 'todo')) return ['was-skipped'];
  if (assertions.length === 0) return calls.size === 0 ? ['did-nothing'] : null;
  if (assertions.every((one) => one.unreachable)) return ['returned-early'];
  return assertions.every((one) => one.strength === 0) ? ['asserted-nothing'] : null;
}

/** The same test exists in an unchanged file. A long name is unlikely to match by chance. */
function twinOf(test: TestCase, context: FileModel[]): Reason | null {
  const minSimilarity = nameWords(test).length >= 4 ? 0.4 : 0.9;
  const isTwin = (one: TestCase): boolean =>
    !one.helper &&
    !isDisabled(one) &&
    one.name === test.name &&
    similarity(one.tokens, test.tokens) >= minSimilarity &&
    strengthOf(one) >= strengthOf(test) * 0.6;
  const home = test.assertions.length === 0 ? undefined : context.find((file) => file.tests.some(isTwin));
  return home ? ['twin-exists', home.path] : null;
}

/** The suites that it is in, and its own name. */
export const fullName = ({ suite, name }: TestCase): string => [...suite, name].join(' › ');

/** Another test is identical, word for word. */
function duplicateOf({ name, tokens, assertions }: TestCase, after: PlacedTest[]): Reason | null {
  if (assertions.length === 0 || tokens.length < 8) return null;
  const twin = after.find(({ test }) => !test.helper && !isDisabled(test) && isSame(test.tokens, tokens));
  if (!twin) return null;
  return ['is-duplicate', twin.test.name === name ? fullName(twin.test) : twin.test.name];
}

/** Its class now inherits from another one, in its file or an unchanged one, that has a test with this name. */
function inherited(
  { test, file, path }: LostTest,
  files: FilePair[],
  after: PlacedTest[],
  context: FileModel[],
): Reason | null {
  const home = files.find((pair) => pair.before === file)?.after;
  const own = test.suite.at(-1);
  if (!home || own === undefined) return null;
  const near = after.filter((one) => one.path === path).map((one) => one.test);
  const base = [...near, ...context.flatMap((one) => one.tests)].find(
    (one) =>
      one.name === test.name &&
      one.suite.at(-1) !== own &&
      !isDisabled(one) &&
      /^\w+$/.test(`${own}${one.suite.at(-1)}`) &&
      new RegExp(`\\bclass\\s+${own}\\b[^:{]*\\b${one.suite.at(-1)}\\b`).test(home.source),
  );
  return base ? ['inherited-from', own, base.suite.at(-1)!] : null;
}

/** A test with several steps became a suite of several tests. */
function becameSuite({ test, path }: LostTest, after: PlacedTest[]): Reason | null {
  const isInSuite = (one: PlacedTest): boolean =>
    one.path === path && !one.test.helper && !isDisabled(one.test) && one.test.suite.includes(test.name);
  return after.some(isInSuite) ? ['became-suite'] : null;
}

interface Budget {
  one: PlacedTest;
  /** Strength of the assertions that are new here and do not yet replace a lost test. */
  left: number;
}

/** New tests and helpers, and existing ones that gained assertions or rows. */
function budgetsOf({ added, pairs, after }: TestAlignment): Budget[] {
  const old = new Set(pairs.map((pair) => pair.after));
  const helpers = after.filter((one) => one.test.helper && !old.has(one));
  const fresh = [...added, ...helpers]
    .filter(({ test }) => !isDisabled(test))
    .map((one) => ({ one, left: weightOf(one) }));
  const extendedTests = pairs.map(({ before, after: now, assertions }) => ({
    one: now,
    left:
      assertions.added.reduce((sum, claim) => sum + claim.strength, 0) +
      Math.max(0, now.test.rows.length - before.test.rows.length) * 5,
  }));
  return [...fresh, ...extendedTests];
}

/** A test that only passes values to a helper of its file asserts what the helper asserts. */
function weightOf({ test, file }: PlacedTest): number {
  const own = strengthOf(test);
  const usedHelpers = own > 0 || test.helper ? [] : file.tests.filter((one) => one.helper && test.calls.has(one.name));
  return (own + usedHelpers.reduce((sum, one) => sum + strengthOf(one), 0)) * Math.max(1, test.rows.length);
}

const strengthOf = (test: TestCase): number =>
  test.assertions
    .filter((one) => !one.unreachable && !one.swallowed)
    .reduce((sum, one) => sum + (one.kind === 'fail' ? 0 : one.strength), 0);

interface Search {
  budgets: Budget[];
  tests: TestAlignment;
  common: Set<string>;
  /** The whole change has at least as many tests and assertions as before. */
  grows: boolean;
  /** Paths that had tests before. */
  oldTestPaths: Set<string>;
  /** Caches the same check for nearby tests, as it is repeated for every lost test of a file. */
  steady: Map<string, boolean>;
  /** If false (a change with many thousand tests), only nearby tests are compared. */
  wide: boolean;
}

const mostPairs = 2_000_000;

function replacedBy(
  lost: LostTest,
  { budgets, tests, common, grows, oldTestPaths, steady, wide }: Search,
): Reason | null {
  const strength = strengthOf(lost.test);
  const needed = strength === 0 ? 0 : Math.max(2, strength * 0.6);
  const near = (one: PlacedTest): boolean => isNear(lost, one, !oldTestPaths.has(one.path));
  const key = `${lost.fate === 'file-gone'}|${lost.path}`;
  const keeps = steady.get(key) ?? keepsWeight(tests, near);
  steady.set(key, keeps);
  let best: Budget | null = null;
  let most = 0;
  for (const budget of budgets) {
    if (budget.left === 0) continue;
    const isClose = near(budget.one);
    if ((!wide && !isClose) || (budget.left < needed && !(keeps && isClose))) continue;
    const score = relatedness(lost, budget.one, common, isClose ? (keeps ? 1 : 2) : grows ? 2 : 3);
    if (score > most) [best, most] = [budget, score];
  }
  if (!best) return null;
  best.left -= needed;
  lost.loosely = !isDistinctivelyRelated(lost, best.one);
  return ['replaced-by', best.one.test.name];
}

/** There are at least as many tests and assertions as before: rewritten, not reduced. */
function keepsWeight({ before, after }: TestAlignment, isHere: (one: PlacedTest) => boolean): boolean {
  const weigh = (list: PlacedTest[]): { tests: number; claims: number } => {
    const here = list.filter(isHere);
    return {
      tests: here.reduce(
        (sum, { test }) => sum + (test.helper || isDisabled(test) ? 0 : Math.max(1, test.rows.length)),
        0,
      ),
      claims: here.reduce((sum, one) => sum + (isDisabled(one.test) ? 0 : weightOf(one)), 0),
    };
  };
  const [weightBefore, weightNow] = [weigh(before), weigh(after)];
  return weightNow.tests >= weightBefore.tests && weightNow.claims >= weightBefore.claims;
}

/** In the same file or one with the same stem. A deleted file may have been split into new ones. */
const isNear = (lost: LostTest, { path }: PlacedTest, isNew: boolean): boolean =>
  path === lost.path || subjectStem(path) === subjectStem(lost.path) || (lost.fate === 'file-gone' && isNew);

/** Calls that more than 30% of the tests make do not help to tell them apart. */
function commonCalls({ before }: TestAlignment): Set<string> {
  const times = new Map<string, number>();
  for (const { test } of before) for (const call of test.calls) times.set(call, (times.get(call) ?? 0) + 1);
  if (before.length < 10) return new Set();
  return new Set([...times].filter(([, count]) => count > before.length * 0.3).map(([call]) => call));
}

/** The file switched from one test library to another: its assertions were converted, and not every matcher has an equivalent. */
export function changedLibrary(before: FileModel, after: FileModel): boolean {
  if (before === after || before.language !== after.language) return false;
  const [librariesBefore, librariesNow] = [librariesIn(before), librariesIn(after)];
  return (
    [...librariesBefore].some((one) => !librariesNow.has(one)) &&
    [...librariesNow].some((one) => !librariesBefore.has(one))
  );
}

const librariesIn = ({ source, language }: FileModel): Set<string> =>
  new Set([...source.slice(0, 8000).matchAll(frameworks[language].library)].map(([, name]) => name!));
