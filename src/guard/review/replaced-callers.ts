import type { TreeComparison } from '../align/compare.ts';
import { type LostFunction, ownerOf } from '../align/functions.ts';

/** Every remaining function that used one of the lost ones now calls something else instead, or is at least as long without it. */
export function isReplacedInCallers(lost: LostFunction[], { functions }: TreeComparison): boolean {
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
      const oldTokens = new Set(before.function.tokens);
      return (
        callsIn(after.function.tokens).some((name) => !oldTokens.has(name)) ||
        after.function.tokens.length >= before.function.tokens.length
      );
    })
  );
}

const callsIn = (tokens: string[]): string[] =>
  tokens.filter((token, i) => /^[A-Za-z_$][\w$]*$/.test(token) && tokens[i + 1] === '(');

/** Names that callers would use: the type if it was removed along with its file, otherwise the function itself. */
const namesOf = (lost: LostFunction[]): Set<string> =>
  new Set(
    lost
      .map((one) => (one.fate === 'file-gone' ? ownerOf(one) : undefined) ?? one.function.name)
      .filter((name) => name.length > 2 && name !== '<file>'),
  );
