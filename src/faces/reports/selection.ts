import { type Selection, selectionOf } from '../../core/selection/selection.ts';
import type { LoopState } from '../../core/state/state.ts';
import { markdownTable } from './markdown-table.ts';
import { objectiveText } from './objective.ts';

/**
 * Which iteration is kept, why, and how it compares with the last one; null before the first judgement. `applied`: the
 * files in which it differs from the baseline; null if unknown.
 */
export function selectionReport(state: LoopState, applied: readonly string[] | null = null): string | null {
  const selection = selectionOf(state);
  if (!selection) return null;
  const { selected, final, trajectory, objective, degradation, rationale } = selection;
  const rows = trajectory.map(({ iteration, score, verified, rejected }) => {
    const marks = [iteration === selected && 'selected', verified && 'verified', rejected && 'held back'];
    const number = objective === null ? [] : [objectiveAt(state, iteration)];
    return [String(iteration), ...number, show(score), marks.filter(Boolean).join(', ')];
  });
  const head = ['iteration', ...(objective === null ? [] : ['objective']), 'score', ''];
  const against = [
    ...(objective === null ? [] : [againstFinal('objective', objective)]),
    againstFinal('score', selection),
  ].join(' ');
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
  return [
    `# What is kept of ${state.id}`,
    '',
    `**Selected:** iteration ${selected}. **Final:** iteration ${final}. ${against}`,
    '',
    ...markdownTable(head, rows),
    '',
    '## Why',
    '',
    ...rationale.map((reason) => `- ${reason}`),
    '',
    ...fall,
    ...appliedSection(applied),
  ].join('\n');
}

function appliedSection(applied: readonly string[] | null): string[] {
  if (applied === null) return [];
  const files =
    applied.length === 0 ? ['None: nothing differs from the baseline.'] : applied.map((path) => `- ${path}`);
  return ['## Files applied', '', ...files, ''];
}

function againstFinal(what: string, { difference, percent }: Pick<Selection, 'difference' | 'percent'>): string {
  if (difference === null) return `The ${what} is unknown, so selected and final cannot be compared by it.`;
  const share = percent === null ? 'unknown' : `${signed(percent)} %`;
  return `Selected against final, ${what}: ${signed(difference)} (${share}).`;
}

function objectiveAt(state: LoopState, n: number): string {
  const iteration = state.iterations[n];
  return (iteration && objectiveText(iteration, state)) ?? 'unknown';
}

const show = (score: number | null) => (score === null ? 'unknown' : score.toFixed(2));
const signed = (value: number) => `${value > 0 ? '+' : ''}${value}`;
