import type { MetricAlert } from '../metrics/alerts.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import { areLossesExplained } from './explained-losses.ts';

/** Whether a person called it a false positive. */
export function isMarked(state: LoopState, key: string): boolean {
  return state.marked.some(({ id }) => id === key);
}

/** An alert is raised once: it compares the iteration with the one it started from. */
export const alertKey = (iteration: number, { type }: Pick<MetricAlert, 'type'>) => `alert:${iteration}:${type}`;

/** Those that speak against the change itself. A loop that goes round says nothing of the tree that came back. */
export function criticalAlerts(state: LoopState, iteration: IterationState): MetricAlert[] {
  return standingAlerts(state, iteration).filter(
    ({ severity, type }) => severity === 'critical' && type !== 'infinite_loop',
  );
}

/** The metric alerts of an iteration, but for those that a person called false or approved, or that are explained. */
export function standingAlerts(state: LoopState, iteration: IterationState): MetricAlert[] {
  const { n, alerts } = iteration;
  const isExplained = areLossesExplained(iteration);
  return alerts.filter((alert) => {
    const key = alertKey(n, alert);
    if (alert.type === 'test_deletion' && isExplained) return false;
    return !isMarked(state, key) && !state.approved.includes(key);
  });
}
