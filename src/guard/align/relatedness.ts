import type { TestCase } from '../../syntax/model.ts';
import { similarity } from './similarity.ts';
import type { LostTest, PlacedTest } from './tests.ts';

/** How likely two tests are about the same thing; 0 unless enough kinds of evidence agree. */
export function relatedness(lost: LostTest, other: PlacedTest, common: Set<string>, enough: number): number {
  if (other.file.language !== lost.file.language) return 0;
  const called = significantCalls(lost.test).filter((call) => !common.has(call));
  const calls = share(called, new Set(significantCalls(other.test)));
  const { named, values, body } = likenessOf(lost.test, other.test);
  const evidence = [calls >= 0.5, named >= 0.35, values >= 0.4, body >= 0.4].filter(Boolean).length;
  const isDistinctive = named >= 0.5 || values >= 0.5;
  return evidence >= enough || (isDistinctive && evidence >= 2) ? calls + named + values + body : 0;
}

/** They share a distinctive name, distinctive values or most of their body: one was written from the other. */
export function isDistinctivelyRelated(lost: LostTest, other: PlacedTest): boolean {
  const { named, values, body } = likenessOf(lost.test, other.test);
  return named >= 0.5 || values >= 0.5 || body >= 0.6;
}

const likenessOf = (lost: TestCase, test: TestCase): { named: number; values: number; body: number } => ({
  named: Math.max(similarity(nameWords(lost), nameWords(test)), overlap(nameWords(lost), nameWords(test))),
  values: share([...lost.literals].filter(isDistinctiveLiteral), test.literals, test.rows),
  body: similarity(lost.tokens, test.tokens),
});

/** Dice coefficient of two sets of words, ignoring their order. */
function overlap(a: string[], b: string[]): number {
  const [x, y] = [new Set(a), new Set(b)];
  return x.size + y.size === 0 ? 0 : (2 * [...x].filter((word) => y.has(word)).length) / (x.size + y.size);
}

function share(of: string[], among: Set<string>, rows: string[] = []): number {
  if (of.length === 0) return 0;
  return of.filter((one) => among.has(one) || rows.some((row) => row.includes(one))).length / of.length;
}

export const isDistinctiveLiteral = (literal: string): boolean =>
  literal.length > 3 && !/^"(GET|POST|PUT|\/)"$/.test(literal);

const machinery =
  /^(expect\w*|to[A-Z]\w*|not[A-Z]\w*|is|isTrue|isFalse|isEqual\w*|isNull|isNotNull|isEmpty|isInstanceOf|assert\w*|should\w*|equals?|deepEqual\w*|strictEqual|ok|same|throws\w*|Equal\w*|NoError\w*|Error\w*|Fatal\w*|Log\w*|Nil|NotNil|True|False|Len|Contains|Run|Helper|Parallel|Cleanup|describe|it|test|then|when|given|catch|push|map|filter|join|len|append|make|print\w*|format|str|int|list|dict|set|raises|fail|has\w*|contains\w*|get|of|unwrap\w*|into|iter|collect|clone|to_string|new|New|String|size|length|close|run)$/;

/** Names of what a test calls, without runner functions, matchers and everyday words. */
export const significantCalls = (test: TestCase): string[] => [...test.calls].filter((call) => !machinery.test(call));

export const nameWords = (test: TestCase): string[] =>
  test.name
    .split(/[^A-Za-z0-9]+|(?=[A-Z])/)
    .map((word) => word.toLowerCase())
    .filter((word) => word && !/^(test|tests|should|when|then|the|a|is|of|with|and|it|in|to|for)$/.test(word));
