import type { FileModel, TestCase } from '../model.ts';
import type { FunctionAlignment } from './functions.ts';
import { similarity } from './similarity.ts';
import type { LostTest, PlacedTest, TestAlignment } from './tests.ts';

/**
 * Gives each lost test the reason that explains its loss, where there is one. An explained loss is told, not held up:
 * a test rewritten under another name keeps its suite as strong as it was.
 */
export function explainLosses(tests: TestAlignment, { lost, pairs, added }: FunctionAlignment): void {
  const kept = new Set([...pairs.map((pair) => pair.after), ...added].map((one) => one.function.name));
  const gone = new Set(
    lost.filter((one) => one.file.role === 'source').map((one) => one.function.name.replace(/^(get|set) /, '')),
  );
  for (const name of kept) gone.delete(name);
  const budgets = budgetsOf(tests);
  for (const one of tests.lost) {
    if (one.fate !== 'gone' && one.fate !== 'file-gone') continue;
    one.explained = provedNothing(one.test) ?? subjectGone(one.test, gone) ?? replacedBy(one, budgets);
  }
}

function provedNothing({ skip, assertions }: TestCase): string | null {
  if (skip && (skip.kind === 'skip' || skip.kind === 'todo')) return 'it was skipped already';
  return assertions.length > 0 && assertions.every((one) => one.strength === 0) ? 'it asserted nothing' : null;
}

function subjectGone(test: TestCase, gone: Set<string>): string | null {
  const name = significantCalls(test).find((call) => gone.has(call) && call.length > 3);
  return name === undefined ? null : `"${name}", which it tested, is gone too`;
}

interface Budget {
  one: PlacedTest;
  /** Strength of the claims that are new here and stand for no lost test yet. */
  left: number;
}

/** New tests, and old ones that gained claims or rows. */
function budgetsOf({ added, pairs }: TestAlignment): Budget[] {
  const fresh = added
    .filter(({ test }) => !test.skip)
    .map((one) => ({ one, left: strengthOf(one.test) * Math.max(1, one.test.rows.length) }));
  const grown = pairs.map(({ before, after, assertions }) => ({
    one: after,
    left:
      assertions.added.reduce((sum, claim) => sum + claim.strength, 0) +
      Math.max(0, after.test.rows.length - before.test.rows.length) * 5,
  }));
  return [...fresh, ...grown].filter((budget) => budget.left > 0);
}

const strengthOf = (test: TestCase): number =>
  test.assertions
    .filter((one) => !one.unreachable && !one.swallowed)
    .reduce((sum, one) => sum + (one.kind === 'fail' ? 0 : one.strength), 0);

function replacedBy(lost: LostTest, budgets: Budget[]): string | null {
  const needed = Math.max(2, strengthOf(lost.test) * 0.6);
  let best: Budget | null = null;
  let most = 0;
  for (const budget of budgets) {
    if (budget.left < needed) continue;
    const score = kinship(lost, budget.one);
    if (score > most) [best, most] = [budget, score];
  }
  if (!best) return null;
  best.left -= needed;
  return `"${best.one.test.name}" took its place`;
}

/** How much two tests speak of the same thing; 0 unless two kinds of evidence agree. */
function kinship(lost: LostTest, { test, file, path }: PlacedTest): number {
  if (file.language !== lost.file.language) return 0;
  const calls = share(significantCalls(lost.test), new Set(significantCalls(test)));
  const named = similarity(nameWords(lost.test), nameWords(test));
  const values = share([...lost.test.literals].filter(isTelling), test.literals, test.rows);
  const body = similarity(lost.test.tokens, test.tokens);
  const near = path === lost.path || stemOf(path) === stemOf(lost.path);
  const evidence = [calls >= 0.5, named >= 0.35, values >= 0.4, body >= 0.4].filter(Boolean).length;
  return evidence + (near ? 0.5 : 0) >= 2 ? calls + named + values + body + (near ? 0.5 : 0) : 0;
}

function share(of: string[], among: Set<string>, rows: string[] = []): number {
  if (of.length === 0) return 0;
  return of.filter((one) => among.has(one) || rows.some((row) => row.includes(one))).length / of.length;
}

const isTelling = (literal: string): boolean => literal.length > 3 && !/^"(GET|POST|PUT|\/)"$/.test(literal);

const machinery =
  /^(expect\w*|to[A-Z]\w*|not[A-Z]\w*|is[A-Z]?\w{0,12}|assert\w*|should\w*|equals?|deepEqual\w*|strictEqual|ok|same|throws\w*|Equal\w*|NoError\w*|Error\w*|Fatal\w*|Log\w*|Nil|NotNil|True|False|Len|Contains|Run|Helper|Parallel|Cleanup|describe|it|test|then|when|given|catch|push|map|filter|join|len|append|make|print\w*|format|str|int|list|dict|set|raises|fail|has\w*|contains\w*|get|of|unwrap\w*|into|iter|collect|clone|to_string|new|New|String|size|length|close|run)$/;

/** Names of what a test calls, without the words of runners, matchers and everyday code. */
export const significantCalls = (test: TestCase): string[] => [...test.calls].filter((call) => !machinery.test(call));

const nameWords = (test: TestCase): string[] =>
  test.name
    .split(/[^A-Za-z0-9]+|(?=[A-Z])/)
    .map((word) => word.toLowerCase())
    .filter((word) => word && !/^(test|tests|should|when|then|the|a|is|of|with|and|it|in|to|for)$/.test(word));

const stemOf = (path: string): string =>
  path
    .split('/')
    .at(-1)!
    .replace(/\.\w+$/, '')
    .replace(/^test[_-]|([._-](test|spec)s?|Tests?|IT)$/gi, '')
    .toLowerCase();

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
