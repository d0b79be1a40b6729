import { numberIn, summaries, type TestRunner, toCounts } from './runner.ts';

/** cargo-nextest. */
export const nextest: TestRunner = {
  name: 'nextest',
  startLine: /^ *Starting \d+ tests? across \d+ binar/gm,
  readSummaries: (text) =>
    summaries(text, /^ *Summary \[ *[\d.]+s\] +\d+(?:\/\d+)? tests? run: (.+)$/gm, ([, counts = '']) => ({
      counts: toCounts(
        numberIn(counts, /(\d+) passed/),
        numberIn(counts, /(\d+) failed/) + numberIn(counts, /(\d+) timed out/),
        numberIn(counts, /(\d+) skipped/),
      ),
    })),
};
