import { type Glyphs, inGlyphs } from '../reports/glyphs.ts';
import type { Paint } from '../reports/paint.ts';
import { wrapText } from '../reports/wrap.ts';
import { chartHeight, chartLines } from './chart-lines.ts';
import { diffScreen } from './diff-screen.ts';
import type { Face } from './face.ts';
import { feedLines } from './feed-lines.ts';
import { footerLine } from './footer.ts';
import { checkLines, headLines, headlineLines, measureLines, nowLine } from './head.ts';
import { besideEachOther, type Line, paintLine, span } from './lines.ts';
import type { View } from './view.ts';

export interface Screen {
  columns: number;
  rows: number;
  paint: Paint;
  glyphs: Glyphs;
}

/** Maximum number of alerts on screen; `jumar alerts` lists all. */
const ALERTS = 3;
/** The chart's rows, with its title, beside a transcript. */
const CHART_ROWS = 5;
/** The smallest transcript that the chart makes room for. */
const FEED_ROWS = 6;
/** From this width on, the transcript has a column of its own. */
const WIDE = 140;
const LEFT_SHARE = 0.42;

/**
 * The whole screen, one string per row, never larger than the terminal. The most important parts come first (loop,
 * task, headline, status, keys); the chart and what the agent does take the remaining rows.
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
  const head = headLines(view, columns, glyphs);
  if (columns < WIDE || view.feed.length === 0) {
    const left = rows - 1 - head.length;
    return [...head, ...statusLines(view, { ...screen, rows: left }, view.feed.length > 0)];
  }
  const width = Math.floor(columns * LEFT_SHARE);
  const below = rows - 1 - head.length;
  const status = statusLines(view, { ...screen, columns: width, rows: below }, false);
  status.push(...triedRows(view, width, below - status.length));
  const feed = feedLines(view.feed, { columns: columns - width - 3, rows: below + 1, glyphs }).slice(1);
  const sides = { width, rows: below, side: glyphs.side, ellipsis: glyphs.ellipsis };
  return [...head, ...besideEachOther(status, feed, sides)];
}

/** Everything below the head, most important first. What is left goes to the chart and, if there is one, the transcript. */
function statusLines(view: View, { columns, rows, glyphs }: Screen, hasFeed: boolean): Line[] {
  const top = [...headlineLines(view, glyphs), nowLine(view, glyphs), ...gateLines(view, columns)];
  const figures = measureLines(view, columns);
  let left = rows - top.length - figures.length;
  const checks = checkLines(view, glyphs).slice(0, Math.max(1, Math.min(view.checks.length, Math.floor(left / 3))));
  left -= checks.length;
  const alerts = alertLines(view).slice(0, Math.max(0, Math.min(ALERTS, left - CHART_ROWS)));
  left -= alerts.length;
  const wanted = hasFeed ? Math.min(Math.max(CHART_ROWS, Math.floor(left / 3)), left - FEED_ROWS) : left;
  const chart = chartLines(view.points, columns, Math.max(0, Math.min(chartHeight(view.points), wanted)), glyphs);
  const feed = hasFeed ? feedLines(view.feed, { columns, rows: left - chart.length, glyphs }) : [];
  return [...top, ...checks, ...figures, ...alerts, ...chart, ...feed];
}

/** What each iteration changed and what came of it, if there is room below everything else. */
function triedRows({ tried }: View, columns: number, rows: number): Line[] {
  if (rows < 3 || tried.length === 0) return [];
  const lines = tried.flatMap((text) => wrapText(text, columns).map((line): Line => [span(line)]));
  return [[], [span('tried', 'dim')], ...lines.slice(2 - rows)];
}

function gateLines({ gate }: View, columns: number): Line[] {
  if (!gate) return [];
  const lines = wrapText(gate.question, columns - 2);
  return lines.slice(0, 4).map((line, index) => [span(index === 0 ? '? ' : '  ', 'yellow'), span(line, 'bold')]);
}

function alertLines({ alerts }: View): Line[] {
  return alerts.map(({ severity, iteration, text, settled }) => {
    const tone = settled ? 'dim' : severity === 'critical' ? 'red' : 'yellow';
    return [span('! ', tone), span(`${severity} #${iteration} `, tone), span(text, settled ? 'dim' : 'plain')];
  });
}
