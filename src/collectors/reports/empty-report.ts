import type { TestRun } from '../../core/tests.ts';

/** Runners that open their report at the start leave it empty where something ends them. */
export function emptyReport(runner: string): TestRun {
  return {
    runner,
    tests: [],
    counts: { total: 0, passed: 0, failed: 0, skipped: 0 },
    complete: false,
    collected: null,
    collectionErrors: [],
    notes: [`${runner} began a report and did not write it`],
  };
}
