import type { FileModel } from '../../syntax/model.ts';
import { containment } from './similarity.ts';

/** If the file contains more than this share of the token pairs. Checks names first, as that is cheap. */
export const containsMost = (file: FileModel, tokens: readonly string[], share: number): boolean =>
  maxShare(file, tokens) > share && containment(tokens, file.tokens) > share;

/** The file contains every name among the tokens. */
export const containsNames = (file: FileModel, tokens: readonly string[]): boolean =>
  tokens.every((token) => !isForeign(file, token));

/** Upper bound for the share of pairs: a pair with a name that is not in the file is not in it either. */
function maxShare(file: FileModel, tokens: readonly string[]): number {
  if (tokens.length < 2) return 1;
  let pairs = 0;
  let last = isForeign(file, tokens[0]!);
  for (let i = 1; i < tokens.length; i++) {
    const next = isForeign(file, tokens[i]!);
    if (!last && !next) pairs++;
    last = next;
  }
  return pairs / (tokens.length - 1);
}

const isForeign = ({ identifiers }: FileModel, token: string): boolean =>
  !identifiers.has(token) && /^[A-Za-z_$][\w$]*$/.test(token);
