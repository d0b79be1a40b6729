/** A piece of a text that is searched in pieces. */
export interface Piece {
  text: string;
  /** Whether it is at the start, or at the end, of the text. */
  first: boolean;
  last: boolean;
}

/**
 * Whether a pattern matches in a piece. The text's final line break is optional, so that `/^1\.0$/` matches the output
 * of `echo 1.0`. A match at the piece's own edge is ignored, because `^` and `$` also match there; a real match is found
 * in the middle of the neighbouring piece. The source of this function is sent to another thread, so it must be
 * self-contained.
 */
export function matchPiece(
  { text, first, last }: Piece,
  { source, flags }: { source: string; flags: string },
): boolean {
  const pattern = new RegExp(source, `${flags}g`);
  for (const candidate of last && text.endsWith('\n') ? [text, text.slice(0, -1)] : [text]) {
    pattern.lastIndex = 0;
    let match = pattern.exec(candidate);
    if (match && !first && match.index === 0) {
      pattern.lastIndex = 1;
      match = pattern.exec(candidate);
    }
    if (match && (last || match.index + match[0].length < candidate.length)) return true;
  }
  return false;
}
