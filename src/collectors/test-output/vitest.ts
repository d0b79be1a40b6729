import { numberIn, summaries, type TestRunner, toCounts } from './runner.ts';

export const vitest: TestRunner = {
  name: 'vitest',
  startLine: /^ RUN {2}v\d/gm,
  readSummaries: (text) => [
    ...summaries(text, /^ Test Files {2}(.+)\n {6}Tests {2}(.+)$/gm, ([, files = '', tests = '']) => ({
      counts: toCounts(
        numberIn(tests, /(\d+) passed/),
        numberIn(tests, /(\d+) failed/),
        numberIn(tests, /(\d+) skipped/) + numberIn(tests, /(\d+) todo/),
      ),
      hasOtherErrors: /\d+ failed/.test(files),
    })),
    ...summaries(text, /^No test files found, exiting with code \d+$/gm, () => ({ counts: toCounts(0, 0, 0) })),
  ],
};
