import { type TrajectoryPoint, tidy } from '../../core/analytics/trajectory.ts';
import { type Glyphs, unicodeGlyphs } from './glyphs.ts';

export interface TextSize {
  columns: number;
  glyphs?: Glyphs;
}

/** Minimum width beside a bar: number, score, delta and marks. */
const BESIDE = 30;
const WIDEST = 90;

/** One bar per judged iteration; full width is a score of 1. Unknown scores are labelled. */
export function qualityBars(
  points: readonly TrajectoryPoint[],
  { columns, glyphs = unicodeGlyphs }: TextSize,
): string[] {
  const width = String(points.at(-1)?.iteration ?? 0).length;
  const rows = points
    .filter(({ iteration, score }) => iteration > 0 || score !== null)
    .map((point) => {
      const delta = point.iteration === 0 ? '' : ` (${withSign(point.delta ?? 0, 3)})`;
      const score = point.score === null ? 'unknown' : `${point.score.toFixed(2)}${delta}`;
      const figures = point.objective === null ? score : `${score}, objective ${tidy(point.objective, 4)}`;
      const label = `${String(point.iteration).padStart(width)}: `;
      return { label, score: point.score ?? 0, text: `${figures}${marks(point, glyphs)}` };
    });
  const beside = Math.max(BESIDE, ...rows.map(({ label, text }) => label.length + 1 + text.length));
  const full = Math.max(5, Math.min(WIDEST, columns - beside));
  return rows.map(({ label, score, text }) => {
    const bar = glyphs.bar.repeat(Math.floor(score * full + 1e-9));
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
