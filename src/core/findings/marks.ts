import type { MetricAlert } from '../metrics/alerts.ts';
import type { IterationState, LoopState } from '../state/state.ts';

/** Whether a person called it a false positive. */
export function isMarked(state: LoopState, key: string): boolean {
  return state.marked.some(({ id }) => id === key);
}

/** An alert is raised once: it compares the iteration with the one it started from. */
export const alertKey = (iteration: number, { type }: Pick<MetricAlert, 'type'>) => `alert:${iteration}:${type}`;

/** The metric alerts of an iteration, but for those that a person called false or approved. */
export function standingAlerts(state: LoopState, { n, alerts }: IterationState): MetricAlert[] {
  return alerts.filter((alert) => {
    const key = alertKey(n, alert);
    return !isMarked(state, key) && !state.approved.includes(key);
  });
}
