import { type TrajectoryPoint, tidy } from '../../../core/analytics/trajectory.ts';
import { html, type Markup } from './markup.ts';

const WIDTH = 800;
const HEIGHT = 260;
const EDGE = { left: 60, right: 16, top: 16, bottom: 34 };
/** Right margin for the scale of an objective. */
const WIDE = 72;

/**
 * The score of every iteration as an inline SVG, and the objective on its own scale to the right; iterations with an
 * unknown value have no point. The lines have all iterations, as fine as can be seen; those in `shown` have a mark and a title.
 */
export function trajectorySvg(
  points: readonly TrajectoryPoint[],
  acceptance: number,
  shown: ReadonlySet<number>,
): Markup {
  const last = Math.max(1, points.at(-1)?.iteration ?? 1);
  const right = WIDTH - (points.some(({ objective }) => objective !== null) ? WIDE : EDGE.right);
  const x = (n: number) => EDGE.left + (n / last) * (right - EDGE.left);
  const scored = points.filter((point): point is TrajectoryPoint & { score: number } => point.score !== null);
  const counting = scored.filter(({ counts }) => counts);
  const least = axisFrom(counting.map(({ score }) => score));
  const height = (share: number) => EDGE.top + (1 - share) * (HEIGHT - EDGE.top - EDGE.bottom);
  const y = (score: number) => height((score - least) / (1 - least));
  const line = pathOf(counting.map(({ iteration, score }) => [x(iteration), y(score)]));
  const isShown = ({ iteration }: TrajectoryPoint) => shown.has(iteration);
  const step = Math.ceil((last + 1) / 20);
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="chart-title chart-words">
<title id="chart-title">Quality over iterations</title><desc id="chart-words">${words(scored.filter(isShown))}${objectiveWords(points.filter(isShown))}</desc>
${[0, 0.25, 0.5, 0.75, 1]
  .map((share) => least + share * (1 - least))
  .map(
    (score) => html`<line class="grid" x1="${EDGE.left}" x2="${right}" y1="${y(score)}" y2="${y(score)}"/>
<text class="tick" x="${EDGE.left - 6}" y="${y(score) + 4}" text-anchor="end">${score.toFixed(2)}</text>`,
  )}
${acceptance >= least && html`<line class="acceptance" x1="${EDGE.left}" x2="${right}" y1="${y(acceptance)}" y2="${y(acceptance)}"/>`}
${points
  .filter(({ iteration }) => iteration % step === 0)
  .map(
    ({ iteration }) =>
      html`<text class="tick" x="${x(iteration).toFixed(1)}" y="${HEIGHT - 12}" text-anchor="middle">${iteration}</text>`,
  )}
<polyline class="line" points="${line}"/>${objectiveSeries(points, x, height, shown)}
${counting.filter(isShown).map(
  (
    point,
  ) => html`<circle class="point ${kindOf(point)}" cx="${x(point.iteration).toFixed(1)}" cy="${y(point.score).toFixed(1)}" r="${point.best ? 7 : 4.5}">
<title>#${point.iteration}: ${point.score.toFixed(3)}, ${point.classification ?? ''}, ${point.decision.action}${point.best ? ', best' : ''}</title></circle>`,
)}
${scored.filter((point) => !point.counts && isShown(point)).map(({ iteration, score }) => cross(x(iteration), height(0), `#${iteration}: caught, its score of ${score.toFixed(3)} does not count`))}
</svg>`;
}

/** Of many points in one column of pixels, the first, the lowest and the highest are drawn. */
function pathOf(points: readonly (readonly [number, number])[]): string {
  const columns = new Map<string, string[]>();
  for (const [x, y] of points) {
    const column = x.toFixed(points.length > WIDTH ? 0 : 1);
    const ys = columns.get(column) ?? [];
    ys.push(y.toFixed(1));
    columns.set(column, ys);
  }
  return [...columns].flatMap(([x, ys]) => extremes(ys).map((y) => `${x},${y}`)).join(' ');
}

function extremes(ys: readonly string[]): readonly string[] {
  if (ys.length <= 2) return ys;
  const sorted = [...ys].sort((a, b) => Number(a) - Number(b));
  return [...new Set([ys[0] ?? '', sorted[0] ?? '', sorted.at(-1) ?? ''])];
}

/** The tenth below the lowest score, so that differences are seen; the labels of the axis name it. */
function axisFrom(scores: readonly number[]): number {
  return scores.length === 0 ? 0 : Math.max(0, Math.ceil(Math.min(...scores) * 10 - 1e-9) - 1) / 10;
}

/** At the bottom: an iteration that was caught stands below all others, whatever it scored. */
function cross(x: number, y: number, title: string): Markup {
  const [left, right, top, bottom] = [x - 6, x + 6, y - 6, y + 6].map((value) => value.toFixed(1));
  return html`<path class="caught" d="M${left} ${top}L${right} ${bottom}M${left} ${bottom}L${right} ${top}"><title>${title}</title></path>`;
}

/** Squares on a dashed line, so that it differs from the score without colour. */
function objectiveSeries(
  points: readonly TrajectoryPoint[],
  x: (n: number) => number,
  y: (score: number) => number,
  shown: ReadonlySet<number>,
): Markup | false {
  const measured = withObjective(points);
  if (measured.length === 0) return false;
  const values = measured.map(({ objective }) => objective);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const height = (value: number) => y(most === least ? 0.5 : (value - least) / (most - least));
  const line = pathOf(measured.map((one) => [x(one.iteration), height(one.objective)]));
  const ticks = most === least ? [most] : [least, most];
  return html`<polyline class="objective" points="${line}"/>
${measured
  .filter(({ iteration }) => shown.has(iteration))
  .map(
    ({ iteration, objective }) =>
      html`<rect class="objective" x="${(x(iteration) - 4).toFixed(1)}" y="${(height(objective) - 4).toFixed(1)}" width="8" height="8"><title>#${iteration}: objective ${tidy(objective, 4)}</title></rect>`,
  )}
${ticks.map((value) => html`<text class="tick" x="${WIDTH - WIDE + 10}" y="${height(value) + 4}">${tidy(value, 4)}</text>`)}`;
}

function objectiveWords(points: readonly TrajectoryPoint[]): string {
  const path = withObjective(points).map(({ iteration, objective }) => `iteration ${iteration}: ${tidy(objective, 4)}`);
  return path.length === 0 ? '' : ` Objective: ${path.join(', ')}.`;
}

function withObjective(points: readonly TrajectoryPoint[]) {
  return points.filter((point): point is TrajectoryPoint & { objective: number } => point.objective !== null);
}

function kindOf({ best, verified, decision, classification }: TrajectoryPoint): string {
  if (best) return 'best';
  if (decision.action === 'rollback' || classification === 'regression') return 'regression';
  return verified ? 'verified' : 'plain';
}

function words(scored: readonly (TrajectoryPoint & { score: number })[]): string {
  const best = scored.find((point) => point.best);
  const path = scored.map(({ iteration, score }) => `iteration ${iteration}: ${score.toFixed(2)}`).join(', ');
  return best ? `${path}. Best: iteration ${best.iteration}.` : path;
}
