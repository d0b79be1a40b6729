import type { TrajectoryPoint } from '../../core/trajectory.ts';
import { html, type Markup } from './markup.ts';

const WIDTH = 800;
const HEIGHT = 260;
const EDGE = { left: 44, right: 16, top: 16, bottom: 34 };

/** The score of every iteration as an inline picture; iterations whose score is unknown leave a gap. */
export function trajectorySvg(points: readonly TrajectoryPoint[], acceptance: number): Markup {
  const last = Math.max(1, points.at(-1)?.iteration ?? 1);
  const x = (n: number) => EDGE.left + (n / last) * (WIDTH - EDGE.left - EDGE.right);
  const y = (score: number) => EDGE.top + (1 - score) * (HEIGHT - EDGE.top - EDGE.bottom);
  const known = points.filter((point): point is TrajectoryPoint & { score: number } => point.score !== null);
  const line = known.map(({ iteration, score }) => `${x(iteration).toFixed(1)},${y(score).toFixed(1)}`).join(' ');
  const step = Math.ceil((last + 1) / 20);
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="chart-title chart-words">
<title id="chart-title">Quality over iterations</title><desc id="chart-words">${words(known)}</desc>
${[0, 0.25, 0.5, 0.75, 1].map(
  (score) => html`<line class="grid" x1="${EDGE.left}" x2="${WIDTH - EDGE.right}" y1="${y(score)}" y2="${y(score)}"/>
<text class="tick" x="${EDGE.left - 6}" y="${y(score) + 4}" text-anchor="end">${score.toFixed(2)}</text>`,
)}
<line class="acceptance" x1="${EDGE.left}" x2="${WIDTH - EDGE.right}" y1="${y(acceptance)}" y2="${y(acceptance)}"/>
${points
  .filter(({ iteration }) => iteration % step === 0)
  .map(
    ({ iteration }) =>
      html`<text class="tick" x="${x(iteration).toFixed(1)}" y="${HEIGHT - 12}" text-anchor="middle">${iteration}</text>`,
  )}
<polyline class="line" points="${line}"/>
${known.map(
  (
    point,
  ) => html`<circle class="point ${kindOf(point)}" cx="${x(point.iteration).toFixed(1)}" cy="${y(point.score).toFixed(1)}" r="${point.best ? 7 : 4.5}">
<title>#${point.iteration}: ${point.score.toFixed(3)}, ${point.classification ?? ''}, ${point.decision.action}${point.best ? ', kept' : ''}</title></circle>`,
)}
</svg>`;
}

function kindOf({ best, verified, decision, classification }: TrajectoryPoint): string {
  if (best) return 'best';
  if (decision.action === 'rollback' || classification === 'regression') return 'regression';
  return verified ? 'verified' : 'plain';
}

function words(known: readonly (TrajectoryPoint & { score: number })[]): string {
  const best = known.find((point) => point.best);
  const path = known.map(({ iteration, score }) => `iteration ${iteration}: ${score.toFixed(2)}`).join(', ');
  return best ? `${path}. Kept: iteration ${best.iteration}.` : path;
}
