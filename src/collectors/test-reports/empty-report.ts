import type { TestRun } from '../../core/metrics/tests.ts';

/** Runners that create their report at the start leave it empty if something ends them. */
export function emptyReport(runner: string): TestRun {
  return {
    runner,
    tests: [],
    counts: { total: 0, passed: 0, failed: 0, skipped: 0 },
    complete: false,
    collected: null,
    collectionErrors: [],
    notes: [`${runner} created a report but did not write it`],
  };
}
