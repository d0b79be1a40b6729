import { readdirSync } from 'node:fs';
import type { LoopSummary } from '../core/analytics/summary.ts';
import type { Status } from '../core/state/outcome.ts';
import { currentStatus } from '../store/current-status.ts';
import { isLoopId, loopPaths, type Project } from '../store/layout.ts';
import { markLog, readSummary, saveSummary } from '../store/summary.ts';

export interface SummarisedLoop {
  id: string;
  project: Project;
  createdAt: number;
  /** Null if the log cannot be read; `problem` says why. */
  summary: LoopSummary | null;
  /** The current status, also in the summary. */
  status: Status | 'unreadable';
  problem: string | null;
}

/** Every loop of the projects, the latest first. Reads a log only if it has no valid summary. */
export async function summaries(projects: readonly Project[]): Promise<SummarisedLoop[]> {
  const loops = (await Promise.all(projects.map(ofProject))).flat();
  return loops.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
}

async function ofProject(project: Project): Promise<SummarisedLoop[]> {
  const cached: SummarisedLoop[] = [];
  const uncached = new Set<string>();
  for (const id of folderNames(project.loops)) {
    if (!isLoopId(id)) continue;
    const saved = readSummary(loopPaths(project, id));
    if (saved) cached.push(await withCurrentStatus(project, saved.summary));
    else uncached.add(id);
  }
  return uncached.size === 0 ? cached : [...cached, ...(await fromLogs(project, uncached))];
}

/** One damaged log does not hide the others: its row says what is wrong. */
async function fromLogs(project: Project, ids: ReadonlySet<string>): Promise<SummarisedLoop[]> {
  const [{ listLoops }, { readEntry }, { summaryOf }] = await Promise.all([
    import('../store/find-loop.ts'),
    import('./loop-reading.ts'),
    import('../core/analytics/summary.ts'),
  ]);
  const rows: SummarisedLoop[] = [];
  for (const entry of (await listLoops(project)).filter(({ id }) => ids.has(id))) {
    const row = { id: entry.id, project, createdAt: entry.createdAt };
    try {
      const mark = await markLog(entry.paths);
      const { state, status, recorded, notes } = await readEntry(entry);
      if (notes.length === 0) await saveSummary(entry.paths, { ...state, status: recorded }, mark);
      rows.push({ ...row, summary: summaryOf(state), status, problem: null });
    } catch (error) {
      rows.push({ ...row, summary: null, status: 'unreadable', problem: (error as Error).message });
    }
  }
  return rows;
}

async function withCurrentStatus(project: Project, summary: LoopSummary): Promise<SummarisedLoop> {
  const { id, createdAt } = summary;
  const { status } = await currentStatus(summary.status, loopPaths(project, id).lock);
  return { id, project, createdAt, summary: { ...summary, status }, status, problem: null };
}

function folderNames(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
