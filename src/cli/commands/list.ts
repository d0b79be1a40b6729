import { iterationsText } from '../../reporters/format.ts';
import { clipped } from '../../reporters/wrap.ts';
import { listProjects } from '../../store/find-loop.ts';
import { stateHome } from '../../store/home.ts';
import { withWorktrees } from '../../store/worktrees.ts';
import type { CommandContext } from '../context.ts';
import { say } from '../output.ts';
import { projectHere } from '../project-here.ts';
import { type Summarised, summaries } from '../summaries.ts';

export default async function list(
  context: CommandContext,
  { all = false, json = false }: { all?: boolean; json?: boolean },
): Promise<number> {
  const home = await stateHome(context.env);
  const projects = all ? await listProjects(home) : await withWorktrees(home, await projectHere(context, home));
  const rows = (await summaries(projects)).map(rowOf);
  if (json) context.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  else say(context, rows.length === 0 ? 'no loops yet; start one: jumar "make npm test pass"\n' : table(rows));
  return 0;
}

function rowOf({ id, project, createdAt, summary, status, problem }: Summarised) {
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

function table(rows: readonly ReturnType<typeof rowOf>[]): string {
  const cells = rows.map((row) => [
    row.id,
    row.status,
    iterationsText(row.iterations, row.by_hand),
    row.score === null ? '' : `best #${row.best} ${row.score.toFixed(2)}`,
    row.created_at.slice(0, 16).replace('T', ' '),
    clipped(row.task.split('\n')[0] ?? '', 60),
  ]);
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length))) ?? [];
  const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return cells.map((row) => `${line(row).trimEnd()}\n`).join('');
}
