import { summaries, type TestRunner, tally } from './runner.ts';

/** Uvu's total leaves out the skipped tests. */
export const uvu: TestRunner = {
  name: 'uvu',
  human: (text) =>
    summaries(
      text,
      /^ {2}Total: +(\d+)\n {2}Passed: +(\d+)\n {2}Skipped: +(\d+)\n {2}Duration: /gm,
      ([, total, passed, skipped]) => ({
        counts: tally(Number(passed), Math.max(0, Number(total) - Number(passed)), Number(skipped)),
      }),
    ),
};
