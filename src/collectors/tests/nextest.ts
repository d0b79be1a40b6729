import { numberIn, summaries, type TestRunner, tally } from './runner.ts';

/** cargo-nextest. */
export const nextest: TestRunner = {
  name: 'nextest',
  begins: /^ *Starting \d+ tests? across \d+ binar/gm,
  human: (text) =>
    summaries(text, /^ *Summary \[ *[\d.]+s\] +\d+(?:\/\d+)? tests? run: (.+)$/gm, ([, counts = '']) => ({
      counts: tally(
        numberIn(counts, /(\d+) passed/),
        numberIn(counts, /(\d+) failed/) + numberIn(counts, /(\d+) timed out/),
        numberIn(counts, /(\d+) skipped/),
      ),
    })),
};
