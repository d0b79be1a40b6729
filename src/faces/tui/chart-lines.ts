import type { TrajectoryPoint } from '../../core/analytics/trajectory.ts';
import { barsFrom, qualityBars } from '../reports/chart.ts';
import type { Glyphs } from '../reports/glyphs.ts';
import { type Line, span, type Tone } from './lines.ts';

/** The quality of the last iterations, one bar each; the best one is always visible. */
export function chartLines(points: readonly TrajectoryPoint[], columns: number, rows: number, glyphs: Glyphs): Line[] {
  const scored = scoredPoints(points);
  if (rows < 2 || scored.length === 0) return [];
  const visible = within(scored, rows - 1);
  const from = barsFrom(visible);
  const bars = qualityBars(visible, { columns, glyphs, from });
  const omitted = scored.length - visible.length;
  const notes = [...(omitted > 0 ? [`${omitted} more`] : []), ...(from > 0 ? [`bars from ${from.toFixed(1)}`] : [])];
  return [
    [span(notes.length > 0 ? `quality (${notes.join(', ')})` : 'quality', 'dim')],
    ...bars.map((bar, index): Line => [span(bar, toneOf(visible[index]))]),
  ];
}

/** The rows that the whole chart takes. */
export function chartHeight(points: readonly TrajectoryPoint[]): number {
  const { length } = scoredPoints(points);
  return length === 0 ? 0 : length + 1;
}

const scoredPoints = (points: readonly TrajectoryPoint[]) =>
  points.filter(({ iteration, score }) => iteration > 0 || score !== null);

function within(points: readonly TrajectoryPoint[], rows: number): readonly TrajectoryPoint[] {
  const last = points.slice(-rows);
  const best = points.find((point) => point.best);
  if (!best || last.includes(best)) return last;
  return [best, ...last.slice(1)];
}

function toneOf(point: TrajectoryPoint | undefined): Tone {
  if (point?.best) return 'green';
  if (point?.counts === false) return 'red';
  return point?.decision.action === 'rollback' ? 'yellow' : 'plain';
}
