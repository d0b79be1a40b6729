import wrapAnsi from 'wrap-ansi';
import { columnsOf } from './columns.ts';

/** Scripts without spaces between words: a line may break anywhere. */
const WRITTEN_WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Wraps text to `columns`. A longer word gets its own line, so that a path can be copied. */
export function wrapText(text: string, columns: number): string[] {
  const words = text.trim().replace(/\s+/g, ' ');
  const hard = WRITTEN_WITHOUT_SPACES.test(words);
  return words === '' ? [] : wrapAnsi(words, Math.max(1, columns), { hard }).split('\n');
}

const HANG = 3;

/** Each line that is too long breaks between words, with its indentation and a little more in the rows below. */
export function wrapLines(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) => {
      if (columnsOf(line) <= columns) return [line];
      const indent = ' '.repeat(line.length - line.trimStart().length);
      const [first = '', ...rows] = wrapAnsi(line.trim(), Math.max(1, columns - indent.length - HANG)).split('\n');
      return [`${indent}${first}`, ...rows.map((row) => `${indent}${' '.repeat(HANG)}${row.trim()}`)];
    })
    .join('\n');
}
