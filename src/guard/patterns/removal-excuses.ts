import type { FilePair } from '../align/files.ts';
import { isNewlyImported, type LostFunction, subjectOf } from '../align/functions.ts';

/** It was deprecated, it is imported from elsewhere now, or no file names it any more and no test in the change ever did. */
export const isGivenUp = (one: LostFunction, files: FilePair[]): boolean =>
  isDeprecated(one) || isNewlyImported(one, files) || isDead(one, files);

/** A decorator, a comment right above it or its own body calls it deprecated. */
export function isDeprecated({
  function: { start, end },
  file: { source },
}: Pick<LostFunction, 'function' | 'file'>): boolean {
  const above: string[] = [];
  for (const line of source.slice(0, start).split('\n').reverse().slice(1, 40)) {
    if (!/^\s*(\/\/|\/\*|\*|#|@|$)/.test(line) || (above.length > 1 && /^\s*$/.test(line))) break;
    above.push(line);
  }
  return (
    /deprecat/i.test(`${above.join('\n')}\n${source.slice(start, Math.min(end, start + 3000))}`) ||
    spreadMark.test(source.slice(Math.max(0, start - 1000), start))
  );
}

/** A decorator that spans several lines. */
const spreadMark = /@[\w.]*deprecat\w*\s*\((?:[^()]|\([^()]*\))*\)\s*(?:@[^\n]*\n\s*)*$/i;

/** Dead only if the tree was searched and nothing names it; unknown does not count. */
function isDead(one: LostFunction, files: FilePair[]): boolean {
  const name = subjectOf(one);
  return (
    one.isNamedElsewhere === false &&
    !one.isStillCalled &&
    !files.some(
      ({ before, after }) =>
        (after?.identifiers.get(name) ?? 0) > 0 || before?.tests.some((test) => test.tokens.includes(name)),
    )
  );
}
