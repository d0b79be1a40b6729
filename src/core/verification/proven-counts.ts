import { isPartial, type Metrics } from '../metrics.ts';
import type { IterationState } from '../state.ts';

export type Counted = Pick<Metrics, 'tests' | 'testsDoubt'>;

/**
 * More passes by the changed judge than by the baseline's. Tests that were only added make nothing pass that failed, so
 * that what counts is how many still fail; of a run that was not whole, how many were seen to pass.
 */
export function isOverstated(claimed: Counted, proven: Counted): boolean {
  if (!claimed.tests) return false;
  if (isPartial(claimed)) return claimed.tests.passed > (proven.tests?.passed ?? 0);
  if (!proven.tests || proven.tests.total === 0 || isPartial(proven)) return true;
  return claimed.tests.failed + claimed.tests.skipped < proven.tests.failed + proven.tests.skipped;
}

/** The iteration with its tests as the baseline's judge counted them, where it was asked. */
export function asProven(iteration: IterationState): IterationState {
  const { pristine, metrics, verdicts } = iteration;
  if (!pristine?.tests || !metrics) return iteration;
  const known = new Map(pristine.verdicts.map((one) => [one.criterion, one.tests]));
  return {
    ...iteration,
    metrics: { ...metrics, tests: pristine.tests },
    verdicts:
      verdicts?.map((one) =>
        one.outcome === 'pass' || !one.tests ? one : { ...one, tests: known.get(one.criterion) ?? one.tests },
      ) ?? null,
  };
}
