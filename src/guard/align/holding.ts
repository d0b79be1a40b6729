import type { FileModel } from '../model.ts';
import { containment } from './similarity.ts';

/** Whether the file holds more than this share of the list's token pairs. One that lacks its names is not looked into. */
export const holdsMost = (file: FileModel, tokens: readonly string[], share: number): boolean =>
  mightHold(file, tokens) > share && containment(tokens, file.tokens) > share;

/** The file knows every name that the list has. */
export const knowsNames = (file: FileModel, tokens: readonly string[]): boolean =>
  tokens.every((token) => !isForeign(file, token));

/** What the share of pairs cannot exceed: a pair with a name that the file does not know is not in it. */
function mightHold(file: FileModel, tokens: readonly string[]): number {
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
