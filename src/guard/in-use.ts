import { type LostFunction, ownerOf } from './align/functions.ts';
import type { Comparison } from './compare.ts';

/** Every function that stays and that used it calls something else there now, or says as much without it. */
export function isExchangedInUse(lost: LostFunction[], { functions }: Comparison): boolean {
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

/** What others would call them by: the type where that went with them, and their own name otherwise. */
const namesOf = (lost: LostFunction[]): Set<string> =>
  new Set(
    lost
      .map((one) => (one.fate === 'file-gone' ? ownerOf(one) : undefined) ?? one.function.name)
      .filter((name) => name.length > 2 && name !== '<file>'),
  );
