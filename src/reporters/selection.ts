import { selectionOf } from '../core/selection.ts';
import type { LoopState } from '../core/state.ts';

/** Which iteration is kept, why, and what the last one would have cost; null before anything was judged. */
export function selectionReport(state: LoopState): string | null {
  const selection = selectionOf(state);
  if (!selection) return null;
  const { selected, final, trajectory, difference, percent, degradation, rationale } = selection;
  const rows = trajectory.map(({ iteration, score, verified, rejected }) => {
    const marks = [iteration === selected && 'selected', verified && 'verified', rejected && 'held back'];
    return `| ${iteration} | ${show(score)} | ${marks.filter(Boolean).join(', ')} |`;
  });
  const against =
    difference === null
      ? 'A score is unknown, so selected and final cannot be compared.'
      : `Selected against final: ${signed(difference)} (${percent === null ? 'unknown' : `${signed(percent)} %`}).`;
  const fall = degradation
    ? [
        '## Degradation',
        '',
        `- Began: iteration ${degradation.began}`,
        `- Pattern: ${degradation.pattern}`,
        `- Iterations after the peak: ${degradation.iterationsAfterPeak}`,
        `- Loss from the peak: ${degradation.loss} %`,
        '',
      ]
    : [];
  const changes = state.iterations[selected]?.snapshot?.changes;
  return [
    `# What is kept of ${state.id}`,
    '',
    `**Selected:** iteration ${selected}. **Final:** iteration ${final}. ${against}`,
    '',
    '| iteration | score | |',
    '|---|---|---|',
    ...rows,
    '',
    '## Why',
    '',
    ...rationale.map((reason) => `- ${reason}`),
    '',
    ...fall,
    ...(changes && changes.paths.length > 0
      ? ['## Files of the selected iteration', '', ...changes.paths.map((path) => `- ${path}`), '']
      : []),
  ].join('\n');
}

const show = (score: number | null) => (score === null ? 'unknown' : score.toFixed(2));
const signed = (value: number) => `${value > 0 ? '+' : ''}${value}`;
