/**
 * Estimates a text's tokens without a tokenizer, as every model has its own. Words cost one token
 * per five letters or part of them, numbers one per three digits, marks one each, other scripts one per character.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(/[A-Za-z]+|\d+|\s+|[\x21-\x7e]|[^\x00-\x7f]/gu)) {
    if (/^[A-Za-z]/.test(piece)) tokens += Math.ceil(piece.length / 5);
    else if (/^\d/.test(piece)) tokens += Math.ceil(piece.length / 3);
    else if (/^\s/.test(piece)) tokens += piece.includes('\n') ? 1 : piece.length > 1 ? 1 : 0;
    else tokens += 1;
  }
  return tokens;
}
