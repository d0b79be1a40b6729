import type { Metrics } from '../metrics/metrics.ts';
import type { IterationState, LoopState } from './state.ts';

/** What losses are measured against: iteration 0, or the latest tree that a person made by hand. */
export function baselineFor(state: LoopState, n: number): IterationState | undefined {
  return state.iterations.slice(0, n).findLast((iteration) => iteration.byHand) ?? state.iterations[0];
}

/**
 * What `baseline` means in a criterion and in the score: iteration 0, without the tests whose removal a person approved. How those
 * had ended is not known here: as many as failed count as failed ones, the others as skipped, then as passed.
 */
export function acceptedBaseline(state: LoopState): Metrics | null {
  const metrics = state.iterations[0]?.metrics ?? null;
  const approvedLost = approvedLosses(state.approved);
  if (!metrics?.tests || approvedLost === 0) return metrics;
  const { failed, skipped, passed } = metrics.tests;
  const counts = { failed, skipped, passed };
  let gone = approvedLost;
  for (const kind of ['failed', 'skipped', 'passed'] as const) {
    const taken = Math.min(gone, counts[kind]);
    counts[kind] -= taken;
    gone -= taken;
  }
  return { ...metrics, tests: { total: counts.failed + counts.skipped + counts.passed, ...counts } };
}

/** Named ones are counted; an approval by count stands for as many as it says. */
function approvedLosses(approved: readonly string[]): number {
  const named = new Set(approved.filter((id) => id.startsWith('lost-test:'))).size;
  const counted = approved.flatMap((id) => /^lost-tests:(\d+)$/.exec(id)?.[1] ?? []).map(Number);
  return Math.max(named, 0, ...counted);
}
