import type { LoopSummary } from '../../../core/analytics/summary.ts';
import type { Status } from '../../../core/state/outcome.ts';
import { createStore } from './store.ts';
import { openStream } from './stream.ts';

/** A loop as the server lists it. */
export interface LoopRow {
  project: string;
  workspace: string;
  id: string;
  status: Status | 'unreadable';
  createdAt: number;
  problem: string | null;
  summary: Omit<LoopSummary, 'workspace'> | null;
}

interface LoopChanges {
  changed: LoopRow[];
  gone: { project: string; id: string }[];
}

/** Every loop, latest first; null until the server has answered. */
export const loops = createStore<LoopRow[] | null>(null);

/** Keeps the list as the server has it. */
export function watchLoops(onChange: (row: LoopRow, before: LoopRow | undefined) => void): () => void {
  let rows = new Map<string, LoopRow>();
  let isFirst = true;
  const handle = ({ changed, gone }: LoopChanges) => {
    rows = new Map(rows);
    for (const row of gone) rows.delete(keyOf(row));
    for (const row of changed) {
      if (!isFirst) onChange(row, rows.get(keyOf(row)));
      rows.set(keyOf(row), row);
    }
    isFirst = false;
    loops.set([...rows.values()].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)));
  };
  return openStream(() => '/api/v1/loops/events', { loops: handle });
}

export function keyOf({ project, id }: { project: string; id: string }): string {
  return `${project}/${id}`;
}

export function isRunning({ status }: Pick<LoopRow, 'status'>): boolean {
  return status === 'running' || status === 'completing';
}

/** It holds until somebody answers. */
export function needsPerson({ status, summary }: LoopRow): boolean {
  return status === 'blocked' || (isRunning({ status }) && summary?.waitsFor === 'person');
}
