import { languageOf } from '../../syntax/languages/index.ts';
import type { Change } from '../finding/types.ts';

/** Code in a language that has no grammar here: only its literals are read. */
export interface PlainFile {
  path: string;
  source: string;
}

export interface PlainPair {
  before: PlainFile | null;
  after: PlainFile;
}

const CODE =
  /\.(?:c|cc|cpp|cxx|h|hh|hpp|m|mm|cs|fs|vb|rb|php|kt|kts|swift|scala|groovy|clj|exs?|erl|hs|ml|lua|pl|pm|r|jl|dart|zig|nim|d|f90|sh|bash|vue|svelte)$/i;
const TEST = /(?:^|[/._-])(?:tests?|specs?|__tests__)(?:[/._-]|$)|(?:Tests?|Specs?)\.\w+$/;
/** A definition at the margin, or after a keyword. */
const DEFINED = /^[A-Za-z_][^\n=;"'#]*?\b(\w+)\s*\(|\b(?:def|fun|func|function|sub|fn|proc)\s+(?:\w+\.)*(\w+)/gm;

export const isPlainCode = (path: string): boolean => CODE.test(path) && languageOf(path) === null;
export const isPlainTest = (path: string): boolean => isPlainCode(path) && TEST.test(path);

/** Changed sources. */
export function plainPairs(others: readonly Change[]): PlainPair[] {
  return others.flatMap(({ path, oldPath, before, after }) =>
    after !== null && isPlainCode(path) && !isPlainTest(path)
      ? [{ before: before === null ? null : { path: oldPath ?? path, source: before }, after: { path, source: after } }]
      : [],
  );
}

/** Tests as they were before the change, which are those that it answers. */
export function plainTests(others: readonly Change[]): PlainFile[] {
  return others.flatMap(({ path, oldPath, before, after }) =>
    isPlainTest(oldPath ?? path)
      ? [before, after].flatMap((source) => (source === null ? [] : [{ path, source }]))
      : [],
  );
}

export const namesDefinedIn = ({ source }: PlainFile): string[] =>
  [...new Set([...source.matchAll(DEFINED)].map(([, plain, keyed]) => keyed ?? plain ?? ''))].filter(
    (name) => name.length > 2 && !/^(?:if|for|while|switch|return|else|main|sizeof)$/.test(name),
  );

export const isWordIn = (name: string, text: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
