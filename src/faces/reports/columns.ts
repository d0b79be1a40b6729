import stringWidth from 'string-width';

/** The width of a text on a terminal: two columns for a Chinese character or an emoji, none for a combining mark. */
export function columnsOf(text: string): number {
  return ASCII.test(text) ? text.length : stringWidth(text);
}

/** The longest start of the text that fits; never splits a character. */
export function takeColumns(text: string, columns: number): string {
  if (ASCII.test(text)) return text.slice(0, Math.max(0, columns));
  return takeWhole(graphemesOf(text), columns).join('');
}

/** The longest end of the text that fits. */
export function takeLastColumns(text: string, columns: number): string {
  return takeWhole(graphemesOf(text).reverse(), columns).reverse().join('');
}

/** Shortens text to `columns`, with an ellipsis. */
export function clip(text: string, columns: number, ellipsis = '…'): string {
  if (columnsOf(text) <= columns) return text;
  return `${takeColumns(text, columns - columnsOf(ellipsis))}${ellipsis}`;
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)));
}

export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - columnsOf(text))) + text;
}

/** The widest cell of each column of a table. */
export function columnWidths(rows: readonly (readonly string[])[]): number[] {
  return (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => columnsOf(row[column] ?? ''))));
}

const ASCII = /^[\x20-\x7e]*$/;

let segmenter: Intl.Segmenter | undefined;

function graphemesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function takeWhole(graphemes: readonly string[], columns: number): string[] {
  let room = columns;
  const end = graphemes.findIndex((grapheme) => {
    room -= columnsOf(grapheme);
    return room < 0;
  });
  return graphemes.slice(0, end === -1 ? undefined : end);
}
