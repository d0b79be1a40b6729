import type { Glyphs } from '../reports/glyphs.ts';
import type { TranscriptLine } from '../reports/transcript.ts';
import { wrapText } from '../reports/wrap.ts';
import { type Line, span } from './lines.ts';

/** Fewer rows than this show nothing that could be followed. */
const LEAST_ROWS = 3;
const MAX_WRAPPED = 4;

/** The end of what agent and checks do and print, under a rule. The newest line is the last. */
export function feedLines(
  feed: readonly TranscriptLine[],
  { columns, rows, glyphs }: { columns: number; rows: number; glyphs: Glyphs },
): Line[] {
  if (rows < LEAST_ROWS || feed.length === 0) return [];
  const lines = feed.slice(-rows).flatMap((line) => linesOf(line, columns, glyphs));
  return [[span(glyphs.line.repeat(columns), 'dim')], ...lines.slice(1 - rows)];
}

function linesOf({ kind, text }: TranscriptLine, columns: number, glyphs: Glyphs): Line[] {
  switch (kind) {
    case 'title':
      return [[span(`${glyphs.line}${glyphs.line} `, 'dim'), span(text, 'bold')]];
    case 'words':
      return wrapText(text, columns)
        .slice(0, MAX_WRAPPED)
        .map((line) => [span(line)]);
    case 'tool':
      return [[span(`${glyphs.step} `, 'green'), span(text, 'bold')]];
    case 'command':
      return [[span('$ ', 'green'), span(text, 'bold')]];
    case 'trouble':
      return [[span(`${glyphs.side} `, 'dim'), span(text, 'red')]];
    case 'output':
      return [[span(`${glyphs.side} ${text}`, 'dim')]];
  }
}
