import type { Glyphs } from '../reports/glyphs.ts';
import type { Dialog } from './face.ts';
import { type Line, span, type Tone } from './lines.ts';

type Diff = Extract<Dialog, { type: 'diff' }>;

/** A page of a diff, coloured by line type. */
export function diffScreen(
  { title, lines, top }: Diff,
  { columns, rows, glyphs }: { columns: number; rows: number; glyphs: Glyphs },
): Line[] {
  const page = lines.slice(top, top + pageRows(rows));
  const last = Math.min(lines.length, top + pageRows(rows));
  const where = lines.length === 0 ? 'nothing' : `${top + 1}-${last} of ${lines.length}`;
  return [
    [span(title, 'bold'), span(`  ${where}`, 'dim')],
    [span(glyphs.line.repeat(columns), 'dim')],
    ...page.map((line): Line => [span(line, toneOf(line))]),
  ];
}

/** Rows for the diff, without title, rule and footer. */
export const pageRows = (rows: number): number => Math.max(1, rows - 3);

function toneOf(line: string): Tone {
  if (/^(?:\+\+\+|---|diff |index )/.test(line)) return 'bold';
  if (line.startsWith('+')) return 'green';
  if (line.startsWith('-')) return 'red';
  return line.startsWith('@@') ? 'yellow' : 'plain';
}
