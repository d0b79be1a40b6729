import type { FilePair } from '../align/files.ts';
import { isBroughtIn, type LostFunction, subjectOf } from '../align/functions.ts';

/** It was announced that it would go, it comes from elsewhere now, or no file names it any more and no test of the change ever did. */
export const isGivenUp = (one: LostFunction, files: FilePair[]): boolean =>
  isDeprecated(one) || isBroughtIn(one, files) || isDead(one, files);

/** A mark, a comment right above it or its own body calls it deprecated. */
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

/** A decorator that goes over several lines. */
const spreadMark = /@[\w.]*deprecat\w*\s*\((?:[^()]|\([^()]*\))*\)\s*(?:@[^\n]*\n\s*)*$/i;

/** Unknown counts for nothing: only a tree that was searched can tell that nobody is left who names it. */
function isDead(one: LostFunction, files: FilePair[]): boolean {
  const name = subjectOf(one);
  return (
    one.named === false &&
    !one.wanted &&
    !files.some(
      ({ before, after }) =>
        (after?.identifiers.get(name) ?? 0) > 0 || before?.tests.some((test) => test.tokens.includes(name)),
    )
  );
}

/** Rust: the type that it belongs to cannot be named from outside of its crate. */
export function isOfHiddenType({ function: { qualified }, file }: LostFunction): boolean {
  if (file.language !== 'rust') return false;
  const type = /(\w+)(?: <.*>)?(?:#.*)?\.[^.]*$/.exec(qualified)?.[1];
  const defined =
    type && new RegExp(`^\\s*(pub(?:\\([^)]*\\))?\\s+)?(?:struct|enum|union)\\s+${type}\\b`, 'm').exec(file.source);
  return Boolean(defined) && !/^pub\s*$/.test(((defined as RegExpExecArray)[1] ?? '').trim());
}

/** Rust: a macro that was not called before may define what is missed. */
export const isMadeByMacro = ({ file }: LostFunction, files: FilePair[]): boolean => {
  const home = files.find((pair) => pair.before === file)?.after;
  return file.language === 'rust' && home != null && macrosIn(home.source) > macrosIn(file.source);
};

const macrosIn = (source: string): number => source.match(/^\s*(?:\w+::)*\w+!\s*[{(]/gm)?.length ?? 0;
