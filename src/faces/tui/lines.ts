import { withoutEscapes } from '../../core/text/plain-text.ts';
import { columnsOf, takeColumns } from '../reports/columns.ts';
import type { Paint } from '../reports/paint.ts';

export type Tone = 'plain' | keyof Paint;

/** Text in one tone. */
export interface Span {
  text: string;
  tone: Tone;
}

export type Line = readonly Span[];

export const span = (text: string, tone: Tone = 'plain'): Span => ({ text: clean(text), tone });

/** Removes control characters from text by agents, tests and people, so that it cannot control the terminal. */
function clean(text: string): string {
  return withoutEscapes(text).replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}

/** Joins spans with a separator. */
export function joinSpans(spans: readonly Span[], between: string): Line {
  return spans.flatMap((one, index) => (index === 0 ? [one] : [span(between, 'dim'), one]));
}

export const widthOf = (line: Line): number => line.reduce((sum, { text }) => sum + columnsOf(text), 0);

/** Cuts a line to the columns, with an ellipsis. */
export function cutLine(line: Line, columns: number, ellipsis: string): Line {
  if (widthOf(line) <= columns) return line;
  let room = Math.max(0, columns - columnsOf(ellipsis));
  const parts: Span[] = [];
  for (const { text, tone } of line) {
    const part = takeColumns(text, room);
    // If a wide character did not fit, show nothing after it.
    room = part === text ? room - columnsOf(part) : 0;
    if (part !== '') parts.push({ text: part, tone });
  }
  return [...parts, span(ellipsis)];
}

/** Colours come last, so that a colour code is never cut. */
export function paintLine(line: Line, columns: number, paint: Paint, ellipsis: string): string {
  return cutLine(line, columns, ellipsis)
    .map(({ text, tone }) => (tone === 'plain' || text === '' ? text : paint[tone](text)))
    .join('');
}

/** Two columns of lines, the left one as wide as given. */
export function besideEachOther(
  left: readonly Line[],
  right: readonly Line[],
  { width, rows, side, ellipsis }: { width: number; rows: number; side: string; ellipsis: string },
): Line[] {
  return Array.from({ length: rows }, (_, row) => {
    const cut = cutLine(left[row] ?? [], width, ellipsis);
    const gap = ' '.repeat(Math.max(0, width - widthOf(cut)));
    return [...cut, span(`${gap} ${side} `, 'dim'), ...(right[row] ?? [])];
  });
}
