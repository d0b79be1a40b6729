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

/** Cuts a line to the columns, with an ellipsis, then adds colours, so that colour codes are never cut. */
export function paintLine(line: Line, columns: number, paint: Paint, ellipsis: string): string {
  const fits = widthOf(line) <= columns;
  let room = fits ? columns : Math.max(0, columns - columnsOf(ellipsis));
  const parts: string[] = [];
  for (const { text, tone } of line) {
    const part = takeColumns(text, room);
    // If a wide character did not fit, show nothing after it.
    room = part === text ? room - columnsOf(part) : 0;
    if (part !== '') parts.push(tone === 'plain' ? part : paint[tone](part));
  }
  return `${parts.join('')}${fits ? '' : ellipsis}`;
}
