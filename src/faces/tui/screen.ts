import { isSevere } from '../../core/metrics/severity.ts';
import { type Glyphs, inGlyphs } from '../reports/glyphs.ts';
import type { Paint } from '../reports/paint.ts';
import { wrapText } from '../reports/wrap.ts';
import { chartLines } from './chart-lines.ts';
import { diffScreen } from './diff-screen.ts';
import type { Face } from './face.ts';
import { footerLine } from './footer.ts';
import { checkLines, headLines, measureLines, nowLine } from './head.ts';
import { type Line, paintLine, span } from './lines.ts';
import type { View } from './view.ts';

export interface Screen {
  columns: number;
  rows: number;
  paint: Paint;
  glyphs: Glyphs;
}

/** Maximum number of alerts on screen; `jumar alerts` lists all. */
const ALERTS = 3;
const CHART_ROWS = 4;

/**
 * The whole screen, one string per row, never larger than the terminal. The most important parts come first (loop,
 * task, status, keys); the chart takes the remaining rows.
 */
export function screenOf(view: View, face: Face, screen: Screen): string[] {
  const { columns, rows, paint, glyphs } = screen;
  const body = face.dialog?.type === 'diff' ? diffScreen(face.dialog, screen) : watchScreen(view, screen);
  const foot = footerLine(view, face, glyphs, columns);
  const visible = body.slice(0, Math.max(0, rows - 1));
  const filled = [...visible, ...Array.from({ length: Math.max(0, rows - 1 - visible.length) }, (): Line => [])];
  const inTerminalGlyphs = (line: Line) => line.map((one) => ({ ...one, text: inGlyphs(one.text, glyphs) }));
  return [...filled, foot]
    .slice(-rows)
    .map((line) => paintLine(inTerminalGlyphs(line), columns, paint, glyphs.ellipsis));
}

function watchScreen(view: View, screen: Screen): Line[] {
  const { columns, rows, glyphs } = screen;
  const head = [...headLines(view, columns, glyphs), nowLine(view, glyphs)];
  const gate = gateLines(view, columns);
  const figures = measureLines(view, columns);
  let rowsLeft = rows - 1 - head.length - gate.length - figures.length;
  const checks = checkLines(view, glyphs).slice(0, Math.max(1, Math.min(view.checks.length, Math.floor(rowsLeft / 3))));
  rowsLeft -= checks.length;
  const alerts = alertLines(view).slice(0, Math.max(0, Math.min(ALERTS, rowsLeft - CHART_ROWS)));
  rowsLeft -= alerts.length;
  const chart = chartLines(view.points, columns, Math.max(0, rowsLeft), glyphs);
  return [...head, ...gate, ...checks, ...figures, ...alerts, ...chart];
}

function gateLines({ gate }: View, columns: number): Line[] {
  if (!gate) return [];
  const lines = wrapText(gate.question, columns - 2);
  return lines.slice(0, 4).map((line, index) => [span(index === 0 ? '? ' : '  ', 'yellow'), span(line, 'bold')]);
}

function alertLines({ alerts }: View): Line[] {
  return alerts.map(({ severity, iteration, text, settled }) => {
    const isSevereAlert = isSevere(severity);
    return [
      span('! ', settled ? 'dim' : isSevereAlert ? 'red' : 'yellow'),
      span(`${severity} #${iteration} `, settled ? 'dim' : isSevereAlert ? 'red' : 'yellow'),
      span(text, settled ? 'dim' : 'plain'),
    ];
  });
}
