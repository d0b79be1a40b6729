import type { FileModel, FunctionModel } from '../../syntax/model.ts';
import type { FunctionAlignment, LostFunction } from '../align/functions.ts';
import { at, lossOf } from '../finding/loss.ts';
import type { Reason } from '../finding/reasons.ts';
import type { Loss, Place } from '../finding/types.ts';

/** A module whose name or folder says that it is private or a helper. */
const isInternal = (path: string): boolean =>
  /(^|\/)(_(?!_)[^/]*\.py|(internals?|private|sealed)\.\w+|(internals?|private|(test(ing)?-?)?utils?|helpers?|_(?!_)\w+)\/.*\.\w+)$/.test(
    path,
  );

/** Nothing outside its module or package could name it. */
export const isHidden = ({ path, function: { internal } }: LostFunction): boolean => internal || isInternal(path);

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
