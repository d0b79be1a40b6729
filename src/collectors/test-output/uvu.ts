import { summaries, type TestRunner, toCounts } from './runner.ts';

/** Uvu's total does not include skipped tests. */
export const uvu: TestRunner = {
  name: 'uvu',
  readSummaries: (text) =>
    summaries(
      text,
      /^ {2}Total: +(\d+)\n {2}Passed: +(\d+)\n {2}Skipped: +(\d+)\n {2}Duration: /gm,
      ([, total, passed, skipped]) => ({
        counts: toCounts(Number(passed), Math.max(0, Number(total) - Number(passed)), Number(skipped)),
      }),
    ),
};
