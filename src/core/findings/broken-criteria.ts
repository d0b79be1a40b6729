import { criterionAlert, type MetricAlert } from '../metrics/alerts.ts';
import type { IterationState, LoopState } from '../state/state.ts';

/**
 * Criteria that held on the tree the iteration started from and do not hold now, even if the score rose. If tests by
 * name account for it, their own alert does; a check that flips on the same tree was not broken by anybody.
 */
export function brokenCriteria(
  state: LoopState,
  { parent, byHand, verdicts, alerts }: IterationState,
): MetricAlert | null {
  if (parent === null || byHand) return null;
  const before = state.iterations[parent]?.verdicts ?? [];
  const passedBefore = new Set(before.filter(({ outcome }) => outcome === 'pass').map(({ criterion }) => criterion));
  const hasTestAlert = alerts.some(({ type }) => type === 'working_test_failing');
  const broken = (verdicts ?? []).filter(
    ({ criterion, outcome, flaky, tests }) =>
      outcome !== 'pass' && passedBefore.has(criterion) && !flaky && !(hasTestAlert && tests),
  );
  if (broken.length === 0) return null;
  const textOf = (id: string) => state.criteria.find((criterion) => criterion.id === id)?.text ?? id;
  return criterionAlert(broken.map(({ criterion, reason }) => ({ text: textOf(criterion), reason })));
}
