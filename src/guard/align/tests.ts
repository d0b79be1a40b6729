import type { Assertion, FileModel, FunctionModel, TestCase } from '../../syntax/model.ts';
import type { Reason } from '../finding/reasons.ts';
import { type AssertionDelta, matchAssertions, settleAssertions } from './assertions.ts';
import type { FilePair } from './files.ts';
import { pairByKey } from './pair-by-key.ts';
import { containment, Pool, similarity, similarityAtMost, words } from './similarity.ts';

export interface PlacedTest {
  test: TestCase;
  file: FileModel;
  path: string;
}

export interface TestPair {
  before: PlacedTest;
  after: PlacedTest;
  likeness: number;
  assertions: AssertionDelta;
}

export interface LostTest extends PlacedTest {
  fate: 'gone' | 'commented-out' | 'uncollected' | 'file-gone';
  /** Where its remains are, for the excerpt. */
  remains: { path: string; line: number; text: string } | null;
  /** Why losing it does not weaken the suite, or null. */
  explained: Reason | null;
  /** The reason is only a similarity, which a test written for something else may have too. */
  loosely?: boolean;
}

export interface TestAlignment {
  pairs: TestPair[];
  lost: LostTest[];
  /** Their claims are in other tests now: merged, or rows of a table. */
  absorbed: PlacedTest[];
  added: PlacedTest[];
  before: PlacedTest[];
  after: PlacedTest[];
}

/** Skipped, a to-do or expected to fail; not one that runs only under a condition. */
export const isDisabled = ({ skip }: TestCase): boolean => skip !== null && skip.kind !== 'conditional';

/** Pairs tests by name, then by body. Merged, split or parametrised tests do not count as lost. */
export function alignTests(files: FilePair[]): TestAlignment {
  const before = placedTests(files, 'before');
  const after = placedTests(files, 'after');
  const left = new Set(before);
  const right = new Set(after);
  const matched: [PlacedTest, PlacedTest, number][] = [];
  const pairOf = new Map<FileModel, FileModel>();
  for (const file of files) if (file.before && file.after) pairOf.set(file.before, file.after);
  const match = (b: PlacedTest, a: PlacedTest): void => {
    left.delete(b);
    right.delete(a);
    matched.push([b, a, similarity(b.test.tokens, a.test.tokens)]);
  };
  const fileIndexes = new Map<FileModel, number>();
  files.forEach(({ before: old, after: now }, i) => {
    for (const file of [old, now]) if (file) fileIndexes.set(file, i);
  });
  const home = (one: PlacedTest): number => fileIndexes.get(one.file) ?? -1;
  const unpaired = { left, right, match, tokensOf: (one: PlacedTest) => one.test.tokens };
  const nameOf = ({ test }: PlacedTest): string => `${test.helper}|${test.name}`;
  pairByKey(unpaired, (one) => `${home(one)}|${one.test.suite.join('>')}|${nameOf(one)}`);
  pairByKey(unpaired, (one) => `${home(one)}|${nameOf(one)}`, 0.3);
  pairByKey(unpaired, (one) => `${one.test.suite.join('>')}|${nameOf(one)}`, 0.3);
  pairByKey(unpaired, nameOf, 0.5);
  bySimilarity(left, right, match, (b, a) => home(b) === home(a), 0.55);
  bySimilarity(left, right, match, () => true, 0.6);

  const matches = matched.map(([b, a, likeness]) => ({ b, a, likeness, match: matchAssertions(b.test, a.test) }));
  const running = [...right].filter((one) => !one.test.helper || isCalled(one.test, after));
  const elsewhere = newClaims(
    matches.map(({ match: one }) => one.right),
    running,
  );
  const pairs = matches.map(({ b, a, likeness, match: one }) => ({
    before: b,
    after: a,
    likeness,
    assertions: settleAssertions(
      one,
      elsewhere,
      running.map((each) => each.test),
    ),
  }));
  const added = [...right].filter((one) => !one.test.helper);
  const [lost, absorbed]: [LostTest[], PlacedTest[]] = [[], []];
  const candidates = [...running, ...pairs.map((pair) => pair.after)];
  const oldVersions = new Map(pairs.map((pair) => [pair.after, pair.before.test]));
  for (const one of left) {
    if (one.test.helper) continue;
    if (isUnparsed(one.test.name, pairOf.get(one.file))) continue;
    if (isAbsorbed(one.test, candidates, elsewhere, oldVersions)) absorbed.push(one);
    else lost.push({ ...one, ...fateOf(one, files, pairOf), explained: null });
  }
  return { pairs, lost, absorbed, added, before, after };
}

/** The later version does not parse but still contains the name: what happened to it is unknown. */
export const isUnparsed = (name: string, home: FileModel | undefined): boolean =>
  home?.broken === true && name.length > 2 && home.source.includes(name);

function placedTests(files: FilePair[], side: 'before' | 'after'): PlacedTest[] {
  return files.flatMap((pair) => {
    const file = pair[side];
    const path = side === 'before' ? pair.oldPath : pair.path;
    return file ? file.tests.map((test) => ({ test, file, path })) : [];
  });
}

function bySimilarity(
  left: Set<PlacedTest>,
  right: Set<PlacedTest>,
  match: (b: PlacedTest, a: PlacedTest) => void,
  near: (b: PlacedTest, a: PlacedTest) => boolean,
  floor: number,
): void {
  if (left.size * right.size > 40_000) return;
  const scored: { b: PlacedTest; a: PlacedTest; score: number }[] = [];
  for (const b of left) {
    for (const a of right) {
      if (b.test.helper !== a.test.helper || !near(b, a)) continue;
      const ratio = b.test.tokens.length / (a.test.tokens.length || 1);
      if (ratio > 4 || ratio < 0.25) continue;
      const named = similarity(
        b.test.name.split(/[^A-Za-z0-9]+|(?=[A-Z])/),
        a.test.name.split(/[^A-Za-z0-9]+|(?=[A-Z])/),
      );
      const within =
        containment(nameWords(b.test.name), nameWords(a.test.name)) === 1 && nameWords(b.test.name).length > 1;
      const score = similarity(b.test.tokens, a.test.tokens) * 0.9 + named * 0.2 + (within ? 0.2 : 0);
      if (score >= floor) scored.push({ b, a, score });
    }
  }
  scored.sort((x, y) => y.score - x.score);
  for (const { b, a } of scored) if (left.has(b) && right.has(a)) match(b, a);
}

/** A helper asserts only if a test calls it; hooks have no name and always run. */
const isCalled = (helper: TestCase, after: PlacedTest[]): boolean =>
  (helper.name.startsWith('<') && helper.name !== '<anonymous>') ||
  after.some((one) => one.test !== helper && callsOrPasses(one.test, helper.name));

/** Assertions that the change adds anywhere, to recognise moved ones. */
function newClaims(unmatched: Set<Assertion>[], added: PlacedTest[]): Pool {
  const pool = new Pool();
  for (const claims of [...unmatched, ...added.map((one) => one.test.assertions)]) {
    for (const claim of claims) if (claim.strength > 0) pool.add(claim.key);
  }
  return pool;
}

/** Its assertions, its values or its whole body are now in tests that are new or have grown. */
function isAbsorbed(
  test: TestCase,
  candidates: PlacedTest[],
  elsewhere: Pool,
  oldVersions: Map<PlacedTest, TestCase>,
): boolean {
  const real = test.assertions.filter((one) => one.strength > 0 && one.kind !== 'fail');
  const movedCount = real.filter((one) => elsewhere.has(one.key)).length;
  if (real.length > 0 && movedCount / real.length >= 0.6) {
    for (const one of real) elsewhere.take(one.key);
    return true;
  }
  return candidates.some((one) => {
    const old = oldVersions.get(one);
    if (old && (one.test.tokens.length <= old.tokens.length || one.file.tokens.length === 0)) {
      if (one.test.rows.length <= old.rows.length) return false;
    }
    if (
      test.tokens.length > 6 &&
      one.test.tokens.length - 1 >= (test.tokens.length - 1) * 0.8 &&
      containment(test.tokens, one.test.tokens) >= 0.8 &&
      (!old || containment(test.tokens, old.tokens) < 0.7)
    )
      return true;
    return isRow(test, one.test, old ?? null);
  });
}

/** One of several similar tests became a row of a table. */
function isRow(test: TestCase, table: TestCase, old: TestCase | null): boolean {
  const gained = table.rows.length - (old?.rows.length ?? 0);
  if (gained < 2 && (old || !isLoop(table))) return false;
  const values = [...test.literals].filter((token) => token.length > 2 && !/^"(GET|POST|PUT|\/)"$/.test(token));
  const sharedValues = values.filter(
    (token) => table.literals.has(token) || table.rows.some((row) => row.includes(token)),
  );
  const shared = [...test.calls].filter((call) => table.calls.has(call)).length / (test.calls.size || 1);
  if (gained >= 2 && shared >= 0.7 && similarity(nameWords(test.name), nameWords(table.name)) >= 0.5) return true;
  return shared >= 0.6 && (values.length === 0 ? shared >= 0.8 : sharedValues.length / values.length >= 0.6);
}

const loops = new WeakMap<TestCase, boolean>();
function isLoop(test: TestCase): boolean {
  let found = loops.get(test);
  if (found === undefined) {
    found = /(^| )(for|forEach|each|range)( |$)/.test(test.tokens.join(' '));
    loops.set(test, found);
  }
  return found;
}

const nameWords = (name: string): string[] => name.split(/[^A-Za-z0-9]+|(?=[A-Z])/).filter(Boolean);

function fateOf(
  one: PlacedTest,
  files: FilePair[],
  pairOf: Map<FileModel, FileModel>,
): Pick<LostTest, 'fate' | 'remains'> {
  const home = pairOf.get(one.file);
  if (!home) return { fate: 'file-gone', remains: null };
  for (const { after, path } of files) {
    if (after?.role !== 'test') continue;
    const function_ = after.functions.find(
      (candidate) =>
        candidate.tokens.length > 3 &&
        similarityAtMost(candidate.tokens, one.test.tokens) > 0.9 &&
        similarity(candidate.tokens, one.test.tokens) > 0.9 &&
        !isTestIn(after, candidate) &&
        !after.tests.some((test) => !test.helper && callsOrPasses(test, candidate.name)),
    );
    if (function_) return { fate: 'uncollected', remains: { path, line: function_.line, text: function_.excerpt } };
  }
  const commented = commentHolding(home, one.test.tokens, one.file);
  if (commented)
    return {
      fate: 'commented-out',
      remains: { path: home.path, line: commented.line, text: commented.text.slice(0, 400) },
    };
  if (isNeverRun(one.test, home))
    return { fate: 'uncollected', remains: { path: home.path, line: 1, text: one.test.excerpt } };
  return { fate: 'gone', remains: null };
}

/** It calls this function, or passes it to one that runs it: `t.Run("deletes", testDelete)`. */
const callsOrPasses = ({ calls, tokens }: TestCase, name: string): boolean =>
  calls.has(name) || tokens.some((token, i) => token === name && /^[(,]$/.test(tokens[i - 1] ?? ''));

/** The body is still there word for word, but in no test and no helper that runs. */
function isNeverRun({ tokens, assertions }: TestCase, home: FileModel): boolean {
  if (tokens.length < 8 || assertions.length === 0) return false;
  const text = ` ${(tokens[0] === '{' ? tokens.slice(1, -1) : tokens).join(' ')} `;
  const holds = (among: string[]): boolean => ` ${among.join(' ')} `.includes(text);
  const runs = (test: TestCase): boolean =>
    !test.helper || home.tests.some((other) => other !== test && callsOrPasses(other, test.name));
  return holds(home.tokens) && !home.tests.some((test) => runs(test) && holds(test.tokens));
}

/** Decorators before a function belong to the test, not to the function. */
const isTestIn = (file: FileModel, { name, start, end }: FunctionModel): boolean =>
  file.tests.some(
    (test) =>
      !test.helper &&
      (Math.abs(test.start - start) < 4 || (test.name === name && test.start <= start && test.end >= end)),
  );

/** The new comment that contains most of these tokens, or null. */
export function commentHolding(
  file: FileModel,
  tokens: readonly string[],
  before: FileModel | null,
): { line: number; text: string } | null {
  const old = new Set(before?.comments.map((comment) => comment.text) ?? []);
  const fresh = file.comments.filter((comment) => !old.has(comment.text));
  if (fresh.length === 0) return null;
  const plain = words(tokens.join(' ').replaceAll('\u00a0', ' '));
  const blocks = joinComments(fresh);
  const best = blocks.find(
    (block) =>
      containment(plain, words(withoutCommentMarks(block.text).replaceAll("'", '"').replaceAll('`', '"'))) > 0.6,
  );
  return best ?? null;
}

const withoutCommentMarks = (text: string): string =>
  text.replace(/^\s*(\/\/+|#+|\*|\/\*+|\*\/)/gm, ' ').replace(/\*\/\s*$/, '');

function joinComments(comments: { text: string; line: number }[]): { text: string; line: number }[] {
  const blocks: { text: string; line: number; last: number }[] = [];
  for (const comment of comments) {
    const open = blocks.at(-1);
    const height = comment.text.split('\n').length;
    if (open && comment.line <= open.last + 3) {
      open.text += `\n${comment.text}`;
      open.last = comment.line + height - 1;
    } else blocks.push({ ...comment, last: comment.line + height - 1 });
  }
  return blocks;
}
