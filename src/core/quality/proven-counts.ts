import { isPartial, type Metrics } from '../metrics/metrics.ts';
import type { IterationState } from '../state/state.ts';

export type Counted = Pick<Metrics, 'tests' | 'testsDoubt'>;

/**
 * More passes by the changed judge than by the baseline's. Added tests do not make failing ones pass, so
 * what counts is how many still fail; for an incomplete run, how many passed.
 */
export function isOverstated(claimed: Counted, proven: Counted): boolean {
  if (!claimed.tests) return false;
  if (isPartial(claimed)) return claimed.tests.passed > (proven.tests?.passed ?? 0);
  if (!proven.tests || proven.tests.total === 0 || isPartial(proven)) return true;
  return claimed.tests.failed + claimed.tests.skipped < proven.tests.failed + proven.tests.skipped;
}

/** The iteration with its tests as the baseline's judge counted them, if it did. */
export function asProven(iteration: IterationState): IterationState {
  const { pristine, metrics, verdicts } = iteration;
  if (!pristine?.tests || !metrics) return iteration;
  const countsById = new Map(pristine.verdicts.map((one) => [one.criterion, one.tests]));
  return {
    ...iteration,
    metrics: { ...metrics, tests: pristine.tests },
    verdicts:
      verdicts?.map((one) =>
        one.outcome === 'pass' || !one.tests ? one : { ...one, tests: countsById.get(one.criterion) ?? one.tests },
      ) ?? null,
  };
}
