import type { LoopSummary } from '../../core/analytics/summary.ts';
import type { Status } from '../../core/state/outcome.ts';

/** Where a loop or a list is: the name of its project's folder in the state folder, and its id. */
export interface Place {
  project: string;
  id: string;
}

/** A loop as the page's list shows it. */
export interface LoopRow extends Place {
  workspace: string;
  status: Status | 'unreadable';
  createdAt: number;
  problem: string | null;
  summary: Omit<LoopSummary, 'workspace'> | null;
}

/** A list of tasks as the page's list shows it. */
export interface ListRow extends Place {
  workspace: string;
  status: 'running' | 'paused' | 'completed' | 'incomplete' | 'budget' | 'crashed' | 'unreadable';
  createdAt: number;
  problem: string | null;
  /** `3 of 12 integrated`; empty if it cannot be read. */
  progress: string;
  counts: { integrated: number; underWay: number; failed: number; left: number; all: number };
  costUsd: number | null;
}

/** What changed in a list of rows since a version of it. */
export interface RowChanges<Row extends Place> {
  version: number;
  /** `changed` has every row: what is not in it is gone. */
  isWhole: boolean;
  changed: Row[];
  gone: string[];
}

export function keyOf({ project, id }: Place): string {
  return `${project}/${id}`;
}
