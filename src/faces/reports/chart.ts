import { type TrajectoryPoint, tidy } from '../../core/analytics/trajectory.ts';
import { type Glyphs, unicodeGlyphs } from './glyphs.ts';

export interface TextSize {
  columns: number;
  glyphs?: Glyphs;
}

/** Minimum width beside a bar: number, score, delta and marks. */
const BESIDE = 30;
const WIDEST = 90;

/** Bars that would differ by less than this share of their width start higher than 0. */
const CLOSE = 0.15;

/**
 * The score at which bars start: 0, or the tenth below the lowest score if all are so close together that their bars
 * would look the same. The title of the chart says so.
 */
export function barsFrom(points: readonly TrajectoryPoint[]): number {
  const scores = points.flatMap(({ score, counts }) => (score === null || !counts ? [] : [score]));
  if (scores.length < 2) return 0;
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  return high - low < CLOSE ? Math.max(0, Math.ceil(low * 10 - 1e-9) - 1) / 10 : 0;
}

/** One bar per judged iteration; full width is a score of 1. A score that is unknown or does not count has no bar. */
export function qualityBars(
  points: readonly TrajectoryPoint[],
  { columns, glyphs = unicodeGlyphs, from = barsFrom(points) }: TextSize & { from?: number },
): string[] {
  const width = String(points.at(-1)?.iteration ?? 0).length;
  const rows = points
    .filter(({ iteration, score }) => iteration > 0 || score !== null)
    .map((point) => {
      const delta = point.iteration === 0 ? '' : ` (${withSign(point.delta ?? 0, 3)})`;
      const score = point.score === null ? 'unknown' : `${point.score.toFixed(2)}${point.counts ? delta : ''}`;
      const doubt = point.counts || point.score === null ? '' : ', does not count';
      const figures = point.objective === null ? score : `${score}, objective ${tidy(point.objective, 4)}`;
      const label = `${String(point.iteration).padStart(width)}: `;
      return { label, score: point.counts ? (point.score ?? 0) : 0, text: `${figures}${doubt}${marks(point, glyphs)}` };
    });
  const beside = Math.max(BESIDE, ...rows.map(({ label, text }) => label.length + 1 + text.length));
  const full = Math.max(5, Math.min(WIDEST, columns - beside));
  return rows.map(({ label, score, text }) => {
    const share = Math.max(0, (score - from) / (1 - from));
    const bar = glyphs.bar.repeat(Math.floor(share * full + 1e-9));
    return `${label}${bar}${bar ? ' ' : ''}${text}`;
  });
}

export function withSign(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return Number(text) >= 0 && !text.startsWith('-') ? `+${text}` : text;
}

function marks({ iteration, best, decision }: TrajectoryPoint, glyphs: Glyphs): string {
  const words = [
    ...(iteration === 0 ? ['baseline'] : []),
    ...(best && iteration > 0 ? ['best'] : []),
    ...(decision.action === 'rollback' ? ['rolled back'] : []),
  ];
  return words.length === 0 ? '' : `  ${glyphs.left} ${words.join(', ')}`;
}
