import wrapAnsi from 'wrap-ansi';

/** Scripts without spaces between words: a line may break anywhere. */
const WRITTEN_WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Wraps text to `columns`. A longer word gets its own line, so that a path can be copied. */
export function wrapText(text: string, columns: number): string[] {
  const words = text.trim().replace(/\s+/g, ' ');
  const hard = WRITTEN_WITHOUT_SPACES.test(words);
  return words === '' ? [] : wrapAnsi(words, Math.max(1, columns), { hard }).split('\n');
}
