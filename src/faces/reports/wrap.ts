import wrapAnsi from 'wrap-ansi';

/** Between these any two may be parted: their texts are written without spaces. */
const WRITTEN_WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Words in lines of at most `columns`. A word that is longer stands alone, so that a path can be copied. */
export function wrapText(text: string, columns: number): string[] {
  const words = text.trim().replace(/\s+/g, ' ');
  const hard = WRITTEN_WITHOUT_SPACES.test(words);
  return words === '' ? [] : wrapAnsi(words, Math.max(1, columns), { hard }).split('\n');
}
