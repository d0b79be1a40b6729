import { listLoops as list } from '../../app/list-loops.ts';
import { readLoop as read } from '../../app/loop-reading.ts';
import type { LoopSummary } from '../../core/analytics/summary.ts';
import type { Status } from '../../core/state/outcome.ts';
import type { LoopState } from '../../core/state/state.ts';
import { receiptOf } from '../reports/receipt.ts';
import { contextOf, type PlaceOptions } from './options.ts';
import { inLibraryWords } from './refusal.ts';

export interface LoopOverview {
  state: LoopState;
  /** The current status: a loop whose process is gone is `crashed`. */
  status: Status;
  /** The process that runs it. */
  pid: number | null;
  /** What `result.json` holds. */
  receipt: ReturnType<typeof receiptOf>;
  /** Its log, prompts and outputs. */
  folder: string;
  /** Problems found while verifying the log. */
  notes: string[];
}

/** Reads a loop without a lock, even while another process runs it. Rejects if its log is damaged, and names the place. */
export async function readLoop({ loop, ...place }: PlaceOptions = {}): Promise<LoopOverview> {
  const { state, status, owner, entry, notes } = await read(contextOf(place), loop).catch((error) => {
    throw inLibraryWords(error);
  });
  return { state, status, pid: owner, receipt: receiptOf(state), folder: entry.paths.folder, notes };
}

export interface LoopListItem {
  id: string;
  status: Status | 'unreadable';
  createdAt: Date;
  workspace: string;
  /** Null if its log cannot be read; `problem` has the reason. */
  summary: LoopSummary | null;
  problem: string | null;
}

export interface ListOptions extends Omit<PlaceOptions, 'loop'> {
  /** Include every workspace. */
  all?: boolean;
}

/** The loops of this workspace and its worktrees, the latest first. */
export async function listLoops({ all, ...place }: ListOptions = {}): Promise<LoopListItem[]> {
  const loops = await list(contextOf(place), { all });
  return loops.map(({ project, createdAt, ...rest }) => ({
    ...rest,
    createdAt: new Date(createdAt),
    workspace: project.root,
  }));
}
