import type { LoopEvent } from './events.ts';

/** Where running time went, in milliseconds; the parts sum up to all of it. */
export interface TimeSpent {
  agents: number;
  checks: number;
  /** Measuring beyond the end of the checks. */
  metrics: number;
  /** Runs that show what the checks are worth: repeated, hidden, with the original tests, with other expectations. */
  experiments: number;
  guard: number;
  setup: number;
  /** Snapshots, restores, the log, and everything else. */
  own: number;
}

export const noTime: TimeSpent = { agents: 0, checks: 0, metrics: 0, experiments: 0, guard: 0, setup: 0, own: 0 };

/** What ended with an event took the time since the event before it. */
const ENDS: Partial<Record<LoopEvent['type'], keyof TimeSpent>> = {
  'agent-finished': 'agents',
  'agent-cancelled': 'agents',
  'metrics-taken': 'checks',
  'kept-measured': 'metrics',
  'checks-finished': 'checks',
  'checks-repeated': 'experiments',
  'hidden-checked': 'experiments',
  'pristine-checked': 'experiments',
  'expectations-flipped': 'experiments',
  'new-tests-checked': 'experiments',
  'tree-reverified': 'experiments',
  'diff-guarded': 'guard',
  'setup-finished': 'setup',
};

/** Adds the running time between an event and the one before it. */
export function timeAfter(before: TimeSpent, event: LoopEvent, gapMs: number): TimeSpent {
  if (gapMs === 0) return before;
  const part = ENDS[event.type] ?? 'own';
  const metrics = event.type === 'metrics-taken' ? Math.min(gapMs, event.durationMs) : 0;
  const next = { ...before, metrics: before.metrics + metrics };
  next[part] += gapMs - metrics;
  return next;
}
