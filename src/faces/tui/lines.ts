import { withoutEscapes } from '../../core/text/plain-text.ts';
import { columnsOf, takeColumns } from '../reports/columns.ts';
import type { Paint } from '../reports/paint.ts';

export type Tone = 'plain' | keyof Paint;

/** A stretch of text in one tone. */
export interface Span {
  text: string;
  tone: Tone;
}

export type Line = readonly Span[];

export const span = (text: string, tone: Tone = 'plain'): Span => ({ text: clean(text), tone });

/** What agents, tests and people wrote may hold anything: nothing of it steers the terminal. */
function clean(text: string): string {
  return withoutEscapes(text).replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
}

/** The spans with something between them. */
export function joinSpans(spans: readonly Span[], between: string): Line {
  return spans.flatMap((one, index) => (index === 0 ? [one] : [span(between, 'dim'), one]));
}

export const widthOf = (line: Line): number => line.reduce((sum, { text }) => sum + columnsOf(text), 0);

/** Cut to the columns there are, the cut shown, then painted: colours are never cut in two. */
export function paintLine(line: Line, columns: number, paint: Paint, ellipsis: string): string {
  const fits = widthOf(line) <= columns;
  let room = fits ? columns : Math.max(0, columns - columnsOf(ellipsis));
  const parts: string[] = [];
  for (const { text, tone } of line) {
    const part = takeColumns(text, room);
    // Where a wide character did not fit, nothing behind it is shown in its place.
    room = part === text ? room - columnsOf(part) : 0;
    if (part !== '') parts.push(tone === 'plain' ? part : paint[tone](part));
  }
  return `${parts.join('')}${fits ? '' : ellipsis}`;
}
