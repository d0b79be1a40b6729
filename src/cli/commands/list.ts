import { listLoops, listProjects } from '../../store/find-loop.ts';
import { stateHome } from '../../store/home.ts';
import type { CommandContext } from '../context.ts';
import { projectHere, readEntry } from '../loop-reading.ts';

interface Row {
  id: string;
  status: string;
  task: string;
  iterations: number;
  best: number | null;
  score: number | null;
  ending: string | null;
  created_at: string;
  workspace: string;
  problem?: string;
}

export default async function list(
  context: CommandContext,
  { all = false, json = false }: { all?: boolean; json?: boolean },
): Promise<number> {
  const home = await stateHome(context.env);
  const projects = all ? await listProjects(home) : [await projectHere(context, home)];
  const entries = (await Promise.all(projects.map(listLoops))).flat().sort((a, b) => b.createdAt - a.createdAt);
  const rows: Row[] = [];
  for (const entry of entries) rows.push(await rowOf(entry));
  if (json) context.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  else context.stdout.write(rows.length === 0 ? 'no loops yet; start one: jumar "make npm test pass"\n' : table(rows));
  return 0;
}

/** One damaged log does not hide the others: its row says what is wrong. */
async function rowOf(entry: Parameters<typeof readEntry>[0]): Promise<Row> {
  const base = { id: entry.id, created_at: new Date(entry.createdAt).toISOString(), workspace: entry.project.root };
  try {
    const { state, status } = await readEntry(entry);
    return {
      ...base,
      status,
      task: state.task,
      iterations: Math.max(0, state.iterations.length - 1),
      best: state.best,
      score: state.best === null ? null : (state.iterations[state.best]?.score ?? null),
      ending: state.ended?.ending ?? null,
    };
  } catch (error) {
    const problem = (error as Error).message;
    return {
      ...base,
      status: 'unreadable',
      task: problem,
      iterations: 0,
      best: null,
      score: null,
      ending: null,
      problem,
    };
  }
}

function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.id,
    row.status,
    `${row.iterations} it.`,
    row.score === null ? '' : `best #${row.best} ${row.score.toFixed(2)}`,
    row.created_at.slice(0, 16).replace('T', ' '),
    row.task.split('\n')[0]?.slice(0, 60) ?? '',
  ]);
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length))) ?? [];
  return cells
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
