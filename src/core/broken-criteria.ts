import { criterionAlert, type MetricAlert } from './alerts.ts';
import type { IterationState, LoopState } from './state.ts';

/**
 * Criteria that held on the tree the iteration started from and do not hold now, whatever the score says. Where tests by
 * name account for it, their own alert does; a check that flips on the same tree was not broken by anybody.
 */
export function brokenCriteria(
  state: LoopState,
  { parent, byHand, verdicts, alerts }: IterationState,
): MetricAlert | null {
  if (parent === null || byHand) return null;
  const before = state.iterations[parent]?.verdicts ?? [];
  const held = new Set(before.filter(({ outcome }) => outcome === 'pass').map(({ criterion }) => criterion));
  const told = alerts.some(({ type }) => type === 'working_test_failing');
  const broken = (verdicts ?? []).filter(
    ({ criterion, outcome, flaky, tests }) => outcome !== 'pass' && held.has(criterion) && !flaky && !(told && tests),
  );
  if (broken.length === 0) return null;
  const textOf = (id: string) => state.criteria.find((criterion) => criterion.id === id)?.text ?? id;
  return criterionAlert(broken.map(({ criterion, reason }) => ({ text: textOf(criterion), reason })));
}
