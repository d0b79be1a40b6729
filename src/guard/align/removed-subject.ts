import type { TestCase } from '../../syntax/model.ts';
import type { Reason } from '../finding/reasons.ts';
import type { FilePair } from './files.ts';
import type { LostTest, PlacedTest } from './tests.ts';

/** A name that the test calls or uses, or that each of its rows names, is gone from the source. */
export function subjectGone({ name: title, calls, tokens, rows }: TestCase, removedNames: Set<string>): Reason | null {
  if (removedNames.size === 0) return null;
  const isOwn = (name: string): boolean => calls.has(name) && title.toLowerCase().includes(name.toLowerCase());
  const named = (name: string): boolean =>
    removedNames.has(name) && (name.length > 3 || (name.length === 3 && isOwn(name)));
  const name = [...calls].find(named) ?? tokens.find((token) => /^[A-Za-z]/.test(token) && named(token));
  const each =
    rows.length > 0 && rows.every((row) => row.split(' ').some(named)) ? rows[0]!.split(' ').find(named) : name;
  return each === undefined ? null : ['subject-gone', each];
}

/** It tests the subject through a helper of its file. */
export function helpersSubjectGone({ test, file }: LostTest, removedNames: Set<string>): Reason | null {
  for (const { name, tokens } of file.functions) {
    if (!test.calls.has(name) || file.tests.some((one) => one.name === name && !one.helper)) continue;
    const called = tokens.find((token, i) => tokens[i + 1] === '(' && token.length > 3 && removedNames.has(token));
    if (called !== undefined) return ['subject-gone', called];
  }
  return null;
}

/** A message or key that it contains was removed from the source. */
export function textGone({ literals }: TestCase, files: FilePair[]): Reason | null {
  const sources = files.filter((pair) => (pair.after ?? pair.before)!.role === 'source');
  const text = [...literals].find((literal) => {
    const inner = literal
      .slice(1, -1)
      .replace(/\u00a0/g, ' ')
      .trim();
    return (
      inner.length >= 12 &&
      sources.some((pair) => pair.before?.source.includes(inner)) &&
      !sources.some((pair) => pair.after?.source.includes(inner))
    );
  });
  return text === undefined ? null : ['subject-gone', text.slice(1, -1).replace(/\u00a0/g, ' ')];
}

/** Its whole suite is gone, and its file no longer uses a name that the source removed. */
export function suiteGone(
  { test, file, path }: LostTest,
  files: FilePair[],
  after: PlacedTest[],
  removedNames: Set<string>,
): Reason | null {
  const isLeft = (depth: number): boolean =>
    after.some((one) => one.path === path && test.suite.slice(0, depth).every((name, i) => one.test.suite[i] === name));
  if (test.suite.length === 0 || isLeft(test.suite.length)) return null;
  const home = files.find((pair) => pair.before === file)?.after;
  const name = [...file.identifiers.keys()].find(
    (one) => one.length > 5 && removedNames.has(one) && !home?.identifiers.has(one),
  );
  return name === undefined ? null : ['suite-subject-gone', name];
}

const definition = /^(class|struct|interface|enum|trait|type|record)$/;

/** Types that the source no longer defines. */
export function typesGone(files: FilePair[]): string[] {
  const defined = (side: 'before' | 'after'): Set<string> =>
    new Set(
      files.flatMap((pair) => {
        const file = pair[side];
        if (file?.role !== 'source') return [];
        return file.tokens.filter(
          (token, i) => definition.test(file.tokens[i - 1] ?? '') && /^[A-Za-z]\w{4,}$/.test(token),
        );
      }),
    );
  const now = defined('after');
  return [...defined('before')].filter((name) => !now.has(name));
}

/** Names that the source no longer uses: methods set on objects, options, generated members. */
export function namesGone(files: FilePair[]): string[] {
  const sources = files.filter((pair) => (pair.after ?? pair.before)!.role === 'source' && pair.before);
  const now = new Set(sources.flatMap((pair) => [...(pair.after?.identifiers.keys() ?? [])]));
  return sources.flatMap((pair) => [...pair.before!.identifiers.keys()].filter((name) => !now.has(name)));
}
