import type { TrajectoryPoint } from '../../core/analytics/trajectory.ts';
import { qualityBars } from '../reports/chart.ts';
import type { Glyphs } from '../reports/glyphs.ts';
import { type Line, span } from './lines.ts';

/** The quality of the last iterations, one bar each; the best one is always visible. */
export function chartLines(points: readonly TrajectoryPoint[], columns: number, rows: number, glyphs: Glyphs): Line[] {
  const scored = points.filter(({ iteration, score }) => iteration > 0 || score !== null);
  if (rows < 2 || scored.length === 0) return [];
  const visible = within(scored, rows - 1);
  const bars = qualityBars(visible, { columns, glyphs });
  const omitted = scored.length - visible.length;
  return [
    [span(omitted > 0 ? `quality (${omitted} more)` : 'quality', 'dim')],
    ...bars.map((bar, index): Line => [span(bar, toneOf(visible[index]))]),
  ];
}

function within(points: readonly TrajectoryPoint[], rows: number): readonly TrajectoryPoint[] {
  const last = points.slice(-rows);
  const best = points.find((point) => point.best);
  if (!best || last.includes(best)) return last;
  return [best, ...last.slice(1)];
}

function toneOf(point: TrajectoryPoint | undefined): 'green' | 'yellow' | 'plain' {
  if (point?.best) return 'green';
  return point?.decision.action === 'rollback' ? 'yellow' : 'plain';
}
