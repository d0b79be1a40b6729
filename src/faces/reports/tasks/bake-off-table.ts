import type { EntryFigures } from '../../../core/tasks/entry.ts';
import type { BakeOff, TaskState } from '../../../core/tasks/state.ts';
import { dollars } from '../activity-line.ts';
import { columnWidths, padEnd } from '../columns.ts';
import { duration } from '../format.ts';

export const BAKE_OFF_HEAD = [
  ...['entry', 'result', 'checks', 'held-out tests', 'faults noticed', 'warnings'],
  ...['score', 'change', 'cost', 'time', 'why'],
];

/** A row for each entry of a bake-off, the kept one first: what the judge found, and why it was kept or not. */
export function bakeOffRows(bakeOff: BakeOff): string[][] {
  const { entries, decided } = bakeOff;
  const order = [...entries].sort((a, b) => Number(b.loop === decided?.winner) - Number(a.loop === decided?.winner));
  return order.map(({ name, loop, result }) => {
    const isKept = decided !== null && decided.winner === loop;
    const other = decided?.others.find((one) => one.loop === loop);
    const branch = other?.branch ? `; its change is on ${other.branch}` : '';
    const why = isKept ? decided.reason : `${other?.reason ?? ''}${branch}`;
    if (!result) return [name, decided ? 'not run' : 'running', ...Array(8).fill(''), ''];
    const word = isKept ? 'kept' : result.ending === 'completed' ? 'not kept' : result.ending;
    return [name, word, ...figureCells(result.figures), why];
  });
}

function figureCells({ checks, heldOut, mutants, warnings, score, size, costUsd, activeMs }: EntryFigures): string[] {
  const share = (one: { passed: number; of: number } | null) => (one ? `${one.passed}/${one.of}` : '–');
  return [
    share(checks),
    share(heldOut),
    share(mutants && { passed: mutants.noticed, of: mutants.of }),
    `${warnings.length}`,
    score === null ? '–' : score.toFixed(2),
    size ? `${size.lines} ${size.lines === 1 ? 'line' : 'lines'}` : 'none',
    costUsd === null ? 'unknown' : costUsd === 0 ? 'none' : dollars(costUsd, false),
    duration(activeMs),
  ];
}

/** For a terminal: figures in columns, and below each row why. Columns that say nothing of any entry are left out. */
export function bakeOffLines(bakeOff: BakeOff): string[] {
  const rows = bakeOffRows(bakeOff);
  const all = [BAKE_OFF_HEAD, ...rows].map((row) => row.slice(0, -1));
  const shown = BAKE_OFF_HEAD.slice(0, -1).flatMap((_, at) =>
    at < 2 || rows.some((row) => row[at] !== '–' && row[at] !== '') ? [at] : [],
  );
  const cells = all.map((row) => shown.map((at) => row[at] ?? ''));
  const widths = columnWidths(cells);
  const lines = cells.map((row) =>
    row
      .map((cell, at) => padEnd(cell, widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return lines.flatMap((line, at) => {
    const why = rows[at - 1]?.at(-1) ?? '';
    return why === '' ? [line] : [line, `  ${why}`];
  });
}

/** For machines. */
export function bakeOffJson({ bakeOff }: Pick<TaskState, 'bakeOff'>) {
  if (!bakeOff) return null;
  const { base, entries, decided } = bakeOff;
  return {
    base,
    kept: entries.find(({ loop }) => loop === decided?.winner)?.name ?? null,
    reason: decided?.reason ?? null,
    entries: entries.map(({ name, agents, loop, worktree, result }) => {
      const other = decided?.others.find((one) => one.loop === loop);
      return {
        ...{ name, agents, loop, worktree: decided?.winner == null ? worktree : null },
        ending: result?.ending ?? null,
        reason: result?.reason ?? null,
        why_not_kept: other?.reason ?? null,
        commit: result?.commit ?? null,
        branch: other?.branch ?? null,
        ...(result && figuresJson(result.figures)),
      };
    }),
  };
}

function figuresJson({ heldOut, objective, agentRuns, costUsd, activeMs, ...figures }: EntryFigures) {
  return {
    ...figures,
    held_out: heldOut,
    objective: objective?.value ?? null,
    agent_runs: agentRuns,
    cost_usd: costUsd,
    active_ms: activeMs,
  };
}
