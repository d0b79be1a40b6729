/** A part of a text that is searched piece by piece. */
export interface Piece {
  text: string;
  /** It begins, or ends, where the text does. */
  first: boolean;
  last: boolean;
}

/**
 * Whether a pattern matches in a piece. The end of the text's last line may be left out, so that `/^1\.0$/` matches what
 * `echo 1.0` prints. `^` and `$` also hold at the piece's own edges, which are not the text's: a match there is not
 * believed, for where it is one, the piece before or after has it in its middle. Its source is sent to another thread,
 * so it uses nothing from outside of itself.
 */
export function matchPiece(
  { text, first, last }: Piece,
  { source, flags }: { source: string; flags: string },
): boolean {
  const pattern = new RegExp(source, `${flags}g`);
  for (const looked of last && text.endsWith('\n') ? [text, text.slice(0, -1)] : [text]) {
    pattern.lastIndex = 0;
    let match = pattern.exec(looked);
    if (match && !first && match.index === 0) {
      pattern.lastIndex = 1;
      match = pattern.exec(looked);
    }
    if (match && (last || match.index + match[0].length < looked.length)) return true;
  }
  return false;
}
