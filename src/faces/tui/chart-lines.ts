import type { TrajectoryPoint } from '../../core/analytics/trajectory.ts';
import { qualityBars } from '../reports/chart.ts';
import type { Glyphs } from '../reports/glyphs.ts';
import { type Line, span } from './lines.ts';

/** The quality of the last iterations, one bar each; the best one stays in sight however long ago it was. */
export function chartLines(points: readonly TrajectoryPoint[], columns: number, rows: number, glyphs: Glyphs): Line[] {
  const shown = points.filter(({ iteration, score }) => iteration > 0 || score !== null);
  if (rows < 2 || shown.length === 0) return [];
  const kept = within(shown, rows - 1);
  const bars = qualityBars(kept, { columns, glyphs });
  const left = shown.length - kept.length;
  return [
    [span(left > 0 ? `quality (${left} more)` : 'quality', 'dim')],
    ...bars.map((bar, index): Line => [span(bar, toneOf(kept[index]))]),
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
