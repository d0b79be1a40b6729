import type { Overview } from '../core/analytics/overview.ts';
import type { LoopSummary } from '../core/analytics/summary.ts';
import type { Status } from '../core/state/outcome.ts';
import { currentStatus } from '../store/current-status.ts';
import { findLoop } from '../store/find-loop.ts';
import { stateHome } from '../store/home.ts';
import { markLog, readSummary, saveSummary } from '../store/summary.ts';
import type { AppContext } from './context.ts';
import { projectHere } from './project-here.ts';

/** What `jumar status` shows. */
export interface LoopStatus {
  summary: LoopSummary;
  overview: Overview;
  status: Status;
  /** The process that runs it. */
  owner: number | null;
  folder: string;
  /** What could not be verified in the log. */
  notes: string[];
}

/** The loop that a command refers to, without a lock. Reads its log only if no summary of it is valid. */
export async function readLoopStatus(context: AppContext, id: string | undefined): Promise<LoopStatus> {
  const home = await stateHome(context.env);
  const entry = await findLoop(home, await projectHere(context, home), id ?? null);
  const { folder, lock } = entry.paths;
  const saved = readSummary(entry.paths);
  if (saved) return { ...saved, ...(await currentStatus(saved.summary.status, lock)), folder, notes: [] };
  const [{ readEntry }, { summaryOf }, { overviewOf }] = await Promise.all([
    import('./loop-reading.ts'),
    import('../core/analytics/summary.ts'),
    import('../core/analytics/overview.ts'),
  ]);
  const mark = await markLog(entry.paths);
  const { state, status, owner, recorded, notes } = await readEntry(entry);
  if (notes.length === 0) await saveSummary(entry.paths, { ...state, status: recorded }, mark);
  return { summary: summaryOf(state), overview: overviewOf(state), status, owner, folder, notes };
}
