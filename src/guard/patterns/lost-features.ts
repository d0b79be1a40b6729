import type { FileModel, FunctionModel } from '../../syntax/model.ts';
import { quoted } from '../../syntax/tree.ts';
import type { FilePair } from '../align/files.ts';
import type { FunctionAlignment, FunctionPair, LostFunction } from '../align/functions.ts';
import { at, lossOf } from '../finding/loss.ts';
import type { Reason } from '../finding/reasons.ts';
import type { Loss, Place } from '../finding/types.ts';

/** A module whose name or folder says that it is private or a helper. */
export const isInternal = (path: string): boolean =>
  /(^|\/)(_(?!_)[^/]*\.py|(internals?|private|sealed)\.\w+|(internals?|private|(test(ing)?-?)?utils?|helpers?|_(?!_)\w+)\/.*\.\w+)$/.test(
    path,
  );

/** Rust: `Trait for Type`, without the attributes that distinguish several of its functions. */
const ownerOf = (one: LostFunction): string =>
  one.file.language === 'rust' ? (/^(.* for [^#]*?)(?:#.*)?\.[^.]*$/.exec(one.function.qualified)?.[1] ?? '') : '';

/** The trait is still implemented, by its default methods or by a macro. */
export function isImplemented(one: LostFunction, files: FilePair[]): boolean {
  const owner = ownerOf(one);
  return (
    owner !== '' &&
    files.some((pair) => / (\{|where) /.test(after(pair.after?.tokens.join(' ') ?? '', ` ${owner} `).slice(0, 8)))
  );
}

const after = (text: string, mark: string): string => {
  const at = text.indexOf(mark);
  return at < 0 ? '' : text.slice(at + mark.length - 1);
};

/** A derived implementation replaced a written one. */
export function isDerived(one: LostFunction, files: FilePair[]): boolean {
  const [trait = '', type = ''] = ownerOf(one)
    .split(' for ')
    .map((part) => part.split(' < ')[0]!.split(' :: ').at(-1)!);
  if (trait === '' || type === '') return false;
  const derived = new RegExp(
    `derive\\([^)]*\\b${quoted(trait)}\\b[^)]*\\)[^;{]{0,400}\\b(enum|struct|union)\\s+${quoted(type)}\\b`,
  );
  return files.some((pair) => pair.after && derived.test(pair.after.source));
}

/** Only re-exports other files. */
export const isBarrel = (source: string): boolean =>
  source
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*|^\s*#(?!\[).*/gm, '')
    .split(/;|\n(?=\S)/)
    .every((part) =>
      /^\s*$|^\s*(#\[|pub (use|mod)\b|use\b|mod\b|import\b|from\b|export\b[^=]*\bfrom\b|__all__|package\b|"use strict"|'use strict'|(module\.)?exports\b.*require\(|(const|var|let)\b.*require\(|exports\.\w+ = \w+$)/.test(
        part,
      ),
    );

/** Every Python object inherits these: the class falls back to the inherited one. */
export const isDunder = ({ function: { name, qualified } }: LostFunction, files: FilePair[]): boolean =>
  /^__\w+__$/.test(name) &&
  files.some((pair) => (pair.after?.identifiers.get(qualified.split('.').at(-2) ?? '') ?? 0) > 0);

/** Its own file used it and no longer does: a helper that was removed along with its use. */
export function isUnusedHelper(
  { function: { name, qualified }, file, isStillCalled }: LostFunction,
  files: FilePair[],
): boolean {
  const home = files.find((pair) => pair.before === file)?.after;
  return (
    !isStillCalled &&
    name === qualified &&
    home?.role === 'source' &&
    (file.identifiers.get(name) ?? 0) > 1 + listings(file.tokens, name) &&
    !home.identifiers.has(name)
  );
}

/** Mentions that only export it: `exports = { f }`, `export { f }`. */
const listings = (tokens: string[], name: string): number =>
  tokens.filter(
    (token, i) => token === name && /^[,{]$/.test(tokens[i - 1] ?? '') && /^[,}]$/.test(tokens[i + 1] ?? ''),
  ).length;

/** A class that remains without its written constructor has a generated or inherited one. */
export function isOnlyConstructor({ function: { name, qualified }, file }: LostFunction, files: FilePair[]): boolean {
  const owner = qualified.split('.').at(-2)?.replace(/\(.*/, '');
  if (!owner || !(/^(__init__|constructor)$/.test(name) || name === owner)) return false;
  return files.some((pair) => pair.before === file && (pair.after?.identifiers.get(owner) ?? 0) > 0);
}

export const isSource = (one: LostFunction): boolean =>
  one.file.role === 'source' &&
  one.function.name !== '<file>' &&
  !one.function.abstract &&
  !one.file.tests.some((test) => test.start <= one.function.start && test.end >= one.function.end);

export const listNames = (lost: LostFunction[]): string =>
  lost
    .slice(0, 5)
    .map((one) => `"${one.function.qualified}"`)
    .join(', ') + (lost.length > 5 ? ` and ${lost.length - 5} more` : '');

export const featureLoss = (one: LostFunction, reason: Reason, all: LostFunction[], after: Place | null = null): Loss =>
  lossOf(at(one.path, one.function), after, reason, [...all.map((each) => each.function.name), one.path]);

/** Files that set up builds and tools rather than being part of the product. */
export const isTooling = (path: string): boolean =>
  /(^|\/)(setup|conf|noxfile|fabfile|tasks|build)\.(py|rs)$|(^|\/)\.[\w.-]+\.\w+$|(^|\/)(docs|website)([-_]\w+)?\/|(^|\/)(gulpfile|Gruntfile|rollup|webpack|package-scripts)[\w.]*\.\w+$|\.(config|conf)\.[cm]?[jt]s$/.test(
    path,
  );

/** As much source was added as removed: the code was rewritten, and what is missing may exist in another form. */
export function isRewrite({ lost, added, pairs }: FunctionAlignment): boolean {
  const size = (list: { function: FunctionModel; file: FileModel }[]): number =>
    list
      .filter((one) => one.file.role === 'source' && one.function.name !== '<file>' && one.function.stub === null)
      .reduce((sum, one) => sum + one.function.tokens.length, 0);
  const grownTokens = pairs.reduce(
    (sum, { before, after: now }) =>
      now.file.role === 'source' && now.function.name !== '<file>'
        ? sum + Math.max(0, now.function.tokens.length - before.function.tokens.length)
        : sum,
    0,
  );
  return size(added) + grownTokens >= size(lost) * 0.7;
}

/** The name has several definitions: the stub was already one of them, and one that works remains. */
export function isOneOfSeveral({ before, after }: FunctionPair): boolean {
  const text = after.function.tokens.join(' ');
  const same = (file: FileModel): FunctionModel[] =>
    file.functions.filter((one) => one.qualified === after.function.qualified);
  return (
    same(before.file).some((one) => one.tokens.join(' ') === text) && same(after.file).some((one) => one.stub === null)
  );
}
