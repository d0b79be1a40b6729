import type { LostFunction, PlacedFunction } from './align/functions.ts';
import type { Comparison } from './compare.ts';
import type { FileModel } from './model.ts';

/**
 * The product used what is gone: code that stays or went calls one of these functions, or names the type that they belong to. What only
 * its own tests called may have been left over, or a library may have offered it to others; a change does not tell which.
 */
export function wasUsed(lost: LostFunction[], { files }: Comparison): boolean {
  const names = namesOf(lost);
  return (
    lost.some((one) => (one.named === true && !isMethodOfGone(one)) || one.wanted) ||
    files.some(({ before }) => before !== null && before.role === 'source' && usesAny(before, names, lost))
  );
}

/** A method that went with its file: others are called the same, and only its type tells who used it. */
const isMethodOfGone = ({ fate, function: { name, qualified } }: LostFunction): boolean =>
  fate === 'file-gone' && name !== qualified;

/** Every function that stays and that used it calls something else there now, or says as much without it. */
export function isExchangedInUse(lost: PlacedFunction[], { functions }: Comparison): boolean {
  const names = namesOf(lost);
  const users = functions.pairs.filter(
    ({ before, after }) =>
      before.file.role === 'source' &&
      before.function.name !== '<file>' &&
      before.function.tokens.some((token) => names.has(token)) &&
      !after.function.tokens.some((token) => names.has(token)),
  );
  return (
    users.length > 0 &&
    users.every(({ before, after }) => {
      const had = new Set(before.function.tokens);
      return (
        callsIn(after.function.tokens).some((name) => !had.has(name)) ||
        after.function.tokens.length >= before.function.tokens.length
      );
    })
  );
}

const callsIn = (tokens: string[]): string[] =>
  tokens.filter((token, i) => /^[A-Za-z_$][\w$]*$/.test(token) && tokens[i + 1] === '(');

/** What others would call it by: its own name, and the type that holds it where that went with it. */
function namesOf(lost: (PlacedFunction & { fate?: LostFunction['fate'] })[]): Set<string> {
  const names = new Set<string>();
  for (const { function: one, fate } of lost) {
    const owner = /(\w+)(?: <.*>)?(?:#.*)?(?:\([^)]*\))?\.[^.]*$/.exec(one.qualified)?.[1];
    const isWhole = fate === 'file-gone' && owner !== undefined;
    if (isWhole) names.add(owner);
    else if (one.name.length > 2 && one.name !== '<file>') names.add(one.name);
  }
  return names;
}

/** A file that has a function of the same name only passes it on, or stands in for it. */
function usesAny(file: FileModel, names: Set<string>, lost: LostFunction[]): boolean {
  const own = new Set(lost.filter((one) => one.file === file).map((one) => one.function.qualified));
  if (own.size === 0) {
    const made = new Set(file.functions.map((one) => one.name));
    return file.tokens.some((token) => names.has(token) && !made.has(token));
  }
  return file.functions.some(
    (one) => !own.has(one.qualified) && !names.has(one.name) && callsIn(one.tokens).some((name) => names.has(name)),
  );
}
