import type { SummarisedLoop } from '../../../app/summaries.ts';
import { statusWord } from '../../../core/state/status-word.ts';
import { clip, columnWidths, padEnd } from '../../reports/columns.ts';
import { iterationsText } from '../../reports/format.ts';

export function rowOf({ id, project, createdAt, summary, status, problem }: SummarisedLoop) {
  return {
    id,
    status,
    task: summary?.task ?? problem ?? '',
    iterations: summary?.iterations ?? 0,
    by_hand: summary?.byHand ?? 0,
    best: summary?.best ?? null,
    score: summary?.scores.best ?? null,
    ending: summary?.ending ?? null,
    agent: summary?.agent ?? null,
    task_type: summary?.taskType ?? null,
    created_at: new Date(createdAt).toISOString(),
    workspace: project.root,
    ...(problem !== null && { problem }),
  };
}

export function tableOf(rows: readonly ReturnType<typeof rowOf>[]): string {
  const cells = rows.map((row) => [
    row.id,
    statusWord(row.status),
    iterationsText(row.iterations, row.by_hand),
    row.score === null ? '' : `best #${row.best} ${row.score.toFixed(2)}`,
    row.created_at.slice(0, 16).replace('T', ' '),
    clip(row.task.split('\n')[0] ?? '', 60),
  ]);
  const widths = columnWidths(cells);
  const line = (row: string[]) => row.map((cell, column) => padEnd(cell, widths[column] ?? 0)).join('  ');
  return cells.map((row) => `${line(row).trimEnd()}\n`).join('');
}
