import type { FileModel, TestCase } from '../model.ts';
import type { FilePair } from './files.ts';
import type { FunctionAlignment } from './functions.ts';
import { isTelling, isTellingKin, kinship, nameWords, significantCalls } from './kinship.ts';
import { callsNewCode } from './new-code.ts';
import { explainRewrittenFiles } from './rewritten-files.ts';
import { isSame, similarity } from './similarity.ts';
import { helpersSubjectGone, namesGone, subjectGone, suiteGone, textGone, typesGone } from './subject-gone.ts';
import { isHeldBack, type LostTest, type PlacedTest, type TestAlignment } from './tests.ts';

/**
 * Gives each lost test the reason that explains its loss, where there is one. An explained loss is told, not held up:
 * a test rewritten under another name keeps its suite as strong as it was.
 */
export function explainLosses(
  files: FilePair[],
  tests: TestAlignment,
  { lost, pairs, added }: FunctionAlignment,
  context: FileModel[],
): void {
  if (tests.lost.length === 0) return;
  const kept = new Set([...pairs.map((pair) => pair.after), ...added].map((one) => one.function.name));
  const gone = new Set(
    lost.filter((one) => one.file.role === 'source').map((one) => one.function.name.replace(/^(get|set) /, '')),
  );
  for (const name of kept) gone.delete(name);
  for (const name of [...typesGone(files), ...namesGone(files)]) gone.add(name);
  const old = withoutNewCode(tests, added);
  const budgets = budgetsOf(old);
  const common = commonCalls(tests);
  const search: Search = {
    budgets,
    tests: old,
    common,
    grows: keepsWeight(old, () => true),
    known: new Set(old.before.map((one) => one.path)),
    steady: new Map(),
    wide: tests.lost.length * budgets.length <= mostPairs,
  };
  for (const one of tests.lost) {
    if (one.fate === 'uncollected' || one.fate === 'commented-out') one.explained = provedNothing(one.test);
    if (one.fate !== 'gone' && one.fate !== 'file-gone') continue;
    const near = lost.filter((each) => each.file.role === 'source' && stemOf(each.path) === stemOf(one.path));
    const subjects = new Set([...gone, ...near.map((each) => each.function.name)]);
    one.explained =
      provedNothing(one.test) ??
      twinOf(one.test, context) ??
      doubled(one.test, tests.after) ??
      claimedElsewhere(one, tests.after) ??
      becameSuite(one, tests.after) ??
      subjectGone(one.test, subjects) ??
      helpersSubjectGone(one, subjects) ??
      textGone(one.test, files) ??
      inherited(one, files, tests.after, context) ??
      suiteGone(one, files, tests.after, gone) ??
      replacedBy(one, search);
  }
  explainRewrittenFiles(old, (test) => [...significantCalls(test), ...[...test.literals].filter(isTelling)]);
}

/** The tests without those that came for new code: they stand for nothing that was there. */
function withoutNewCode(tests: TestAlignment, functions: FunctionAlignment['added']): TestAlignment {
  const isNew = callsNewCode(functions);
  const fresh = new Set(tests.added.filter((one) => isNew(one.test)));
  return {
    ...tests,
    added: tests.added.filter((one) => !fresh.has(one)),
    after: tests.after.filter((one) => !fresh.has(one)),
  };
}

function provedNothing({ skip, assertions, calls }: TestCase): string | null {
  if (skip && (skip.kind === 'skip' || skip.kind === 'todo')) return 'it was skipped already';
  if (assertions.length === 0) return calls.size === 0 ? 'it did nothing' : null;
  if (assertions.every((one) => one.unreachable)) return 'it left before its claims';
  return assertions.every((one) => one.strength === 0) ? 'it asserted nothing' : null;
}

/** The very test stands in a file that the change left alone; a long name shared by chance is unlikely. */
function twinOf(test: TestCase, context: FileModel[]): string | null {
  const alike = nameWords(test).length >= 4 ? 0.4 : 0.9;
  const isTwin = (one: TestCase): boolean =>
    !one.helper &&
    !isHeldBack(one) &&
    one.name === test.name &&
    similarity(one.tokens, test.tokens) >= alike &&
    strengthOf(one) >= strengthOf(test) * 0.6;
  const home = test.assertions.length === 0 ? undefined : context.find((file) => file.tests.some(isTwin));
  return home ? `the same test stands in ${home.path}` : null;
}

/** Another test does word for word the same. */
function doubled({ tokens, assertions }: TestCase, after: PlacedTest[]): string | null {
  if (assertions.length === 0 || tokens.length < 8) return null;
  const twin = after.find(({ test }) => !test.helper && !isHeldBack(test) && isSame(test.tokens, tokens));
  return twin ? `"${twin.test.name}" does word for word the same` : null;
}

/** Another test of its suite makes each of its claims. */
function claimedElsewhere({ test, path }: LostTest, after: PlacedTest[]): string | null {
  const keys = test.assertions.filter((one) => one.strength > 0).map((one) => one.key);
  if (keys.length < 2 || keys.some((key) => key.length < 12)) return null;
  const twin = after.find(
    (one) =>
      one.path === path &&
      !isHeldBack(one.test) &&
      one.test.suite.join() === test.suite.join() &&
      keys.every((key) => one.test.assertions.some((claim) => claim.key === key && !claim.unreachable)),
  );
  return twin ? `"${twin.test.name}" makes each of its claims` : null;
}

/** Its class is made from another one now, of its file or of one that did not change, which has a test of this name. */
function inherited({ test, file, path }: LostTest, files: FilePair[], after: PlacedTest[], context: FileModel[]) {
  const home = files.find((pair) => pair.before === file)?.after;
  const own = test.suite.at(-1);
  if (!home || own === undefined) return null;
  const near = after.filter((one) => one.path === path).map((one) => one.test);
  const base = [...near, ...context.flatMap((one) => one.tests)].find(
    (one) =>
      one.name === test.name &&
      one.suite.at(-1) !== own &&
      !isHeldBack(one) &&
      /^\w+$/.test(`${own}${one.suite.at(-1)}`) &&
      new RegExp(`\\bclass\\s+${own}\\b[^:{]*\\b${one.suite.at(-1)}\\b`).test(home.source),
  );
  return base ? `"${own}" inherits it from "${base.suite.at(-1)}"` : null;
}

/** A test of several steps became a suite of several tests. */
function becameSuite({ test, path }: LostTest, after: PlacedTest[]): string | null {
  const isHeld = (one: PlacedTest): boolean =>
    one.path === path && !one.test.helper && !isHeldBack(one.test) && one.test.suite.includes(test.name);
  return after.some(isHeld) ? 'a suite has its name now' : null;
}

interface Budget {
  one: PlacedTest;
  /** Strength of the claims that are new here and stand for no lost test yet. */
  left: number;
}

/** New tests and helpers, and old ones that gained claims or rows. */
function budgetsOf({ added, pairs, after }: TestAlignment): Budget[] {
  const old = new Set(pairs.map((pair) => pair.after));
  const helpers = after.filter((one) => one.test.helper && !old.has(one));
  const fresh = [...added, ...helpers]
    .filter(({ test }) => !isHeldBack(test))
    .map((one) => ({ one, left: weightOf(one) }));
  const grown = pairs.map(({ before, after: now, assertions }) => ({
    one: now,
    left:
      assertions.added.reduce((sum, claim) => sum + claim.strength, 0) +
      Math.max(0, now.test.rows.length - before.test.rows.length) * 5,
  }));
  return [...fresh, ...grown];
}

/** A test that only hands values to a check of its file claims what the check claims. */
function weightOf({ test, file }: PlacedTest): number {
  const own = strengthOf(test);
  const lent = own > 0 || test.helper ? [] : file.tests.filter((one) => one.helper && test.calls.has(one.name));
  return (own + lent.reduce((sum, one) => sum + strengthOf(one), 0)) * Math.max(1, test.rows.length);
}

const strengthOf = (test: TestCase): number =>
  test.assertions
    .filter((one) => !one.unreachable && !one.swallowed)
    .reduce((sum, one) => sum + (one.kind === 'fail' ? 0 : one.strength), 0);

interface Search {
  budgets: Budget[];
  tests: TestAlignment;
  common: Set<string>;
  /** The whole change has no fewer tests and claims. */
  grows: boolean;
  /** Paths that held tests before. */
  known: Set<string>;
  /** The same by what is near, for it is asked of every lost test of a file. */
  steady: Map<string, boolean>;
  /** In a change of many thousand tests only near ones are compared. */
  wide: boolean;
}

const mostPairs = 2_000_000;

function replacedBy(lost: LostTest, { budgets, tests, common, grows, known, steady, wide }: Search): string | null {
  const strength = strengthOf(lost.test);
  const needed = strength === 0 ? 0 : Math.max(2, strength * 0.6);
  const near = (one: PlacedTest): boolean => isNear(lost, one, !known.has(one.path));
  const key = `${lost.fate === 'file-gone'}|${lost.path}`;
  const keeps = steady.get(key) ?? keepsWeight(tests, near);
  steady.set(key, keeps);
  let best: Budget | null = null;
  let most = 0;
  for (const budget of budgets) {
    if (budget.left === 0) continue;
    const isClose = near(budget.one);
    if ((!wide && !isClose) || (budget.left < needed && !(keeps && isClose))) continue;
    const score = kinship(lost, budget.one, common, isClose ? (keeps ? 1 : 2) : grows ? 2 : 3);
    if (score > most) [best, most] = [budget, score];
  }
  if (!best) return null;
  best.left -= needed;
  lost.loosely = !isTellingKin(lost, best.one);
  return `"${best.one.test.name}" took its place`;
}

/** There are no fewer tests and claims than before, in the file or in the whole change: rewritten, not thinned out. */
function keepsWeight({ before, after }: TestAlignment, isHere: (one: PlacedTest) => boolean): boolean {
  const weigh = (list: PlacedTest[]): { tests: number; claims: number } => {
    const here = list.filter(isHere);
    return {
      tests: here.reduce(
        (sum, { test }) => sum + (test.helper || isHeldBack(test) ? 0 : Math.max(1, test.rows.length)),
        0,
      ),
      claims: here.reduce((sum, one) => sum + (isHeldBack(one.test) ? 0 : weightOf(one)), 0),
    };
  };
  const [was, is] = [weigh(before), weigh(after)];
  return is.tests >= was.tests && is.claims >= was.claims;
}

/** In the same file or one of the same name; a file that is gone may have been split into new ones. */
const isNear = (lost: LostTest, { path }: PlacedTest, isNew: boolean): boolean =>
  path === lost.path || stemOf(path) === stemOf(lost.path) || (lost.fate === 'file-gone' && isNew);

/** What every third test calls tells none of them apart. */
function commonCalls({ before }: TestAlignment): Set<string> {
  const times = new Map<string, number>();
  for (const { test } of before) for (const call of test.calls) times.set(call, (times.get(call) ?? 0) + 1);
  if (before.length < 10) return new Set();
  return new Set([...times].filter(([, count]) => count > before.length * 0.3).map(([call]) => call));
}

const stems = new Map<string, string>();

function stemOf(path: string): string {
  const found =
    stems.get(path) ??
    path
      .split('/')
      .at(-1)!
      .replace(/\.\w+$/, '')
      .replace(/^test[_-]|([._-](test|spec)s?|Tests?|IT)$/gi, '')
      .toLowerCase();
  if (stems.size > 50_000) stems.clear();
  stems.set(path, found);
  return found;
}

const libraries =
  /["'](?:node:)?(vitest|@jest\/globals|chai|ava|tap|tape|test|assert|tsd|tstyche|expect-type|expect|mocha|sinon|uvu|@playwright\/test|should|power-assert|assert\/strict)["']|\b(org\.junit\.jupiter|org\.junit\.Test|org\.junit\.Assert|org\.assertj|org\.hamcrest|com\.google\.common\.truth|org\.testng|junit\.framework)\b|"(github\.com\/stretchr\/testify|gotest\.tools|github\.com\/onsi\/gomega|gopkg\.in\/check)|^\s*(?:import|from) (pytest|unittest|nose)\b/gm;

/** The file gave up one test library for another: its claims are spelt anew, and not every word has a twin. */
export function changedLibrary(before: FileModel, after: FileModel): boolean {
  if (before === after || before.language !== after.language) return false;
  const [was, is] = [librariesIn(before), librariesIn(after)];
  return [...was].some((one) => !is.has(one)) && [...is].some((one) => !was.has(one));
}

const librariesIn = ({ source }: FileModel): Set<string> =>
  new Set([...source.slice(0, 8000).matchAll(libraries)].map((match) => match.slice(1).find(Boolean)!));
