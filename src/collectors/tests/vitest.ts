import { numberIn, summaries, type TestRunner, tally } from './runner.ts';

export const vitest: TestRunner = {
  name: 'vitest',
  begins: /^ RUN {2}v\d/gm,
  human: (text) => [
    ...summaries(text, /^ Test Files {2}(.+)\n {6}Tests {2}(.+)$/gm, ([, files = '', tests = '']) => ({
      counts: tally(
        numberIn(tests, /(\d+) passed/),
        numberIn(tests, /(\d+) failed/),
        numberIn(tests, /(\d+) skipped/) + numberIn(tests, /(\d+) todo/),
      ),
      broken: /\d+ failed/.test(files),
    })),
    ...summaries(text, /^No test files found, exiting with code \d+$/gm, () => ({ counts: tally(0, 0, 0) })),
  ],
};
