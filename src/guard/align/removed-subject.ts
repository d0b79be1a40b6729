import type { TestCase } from '../../syntax/model.ts';
import type { Reason } from '../finding/reasons.ts';
import type { FilePair } from './files.ts';

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
